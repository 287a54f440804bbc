"""The service: `uvicorn --factory chartered_service.app:create`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Annotated, Any

import chartered as ch
from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from .requests import DeltaAt, EpsilonAt, Payment, Round
from .settings import Settings
from .work import Told, refusal
from .workers import Workers

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def create(settings: Settings | None = None) -> FastAPI:
    """The application, with the settings of the environment unless others are given."""
    chosen = settings or Settings.read()
    desk = _Desk(chosen)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await to_thread.run_sync(desk.open)
        try:
            yield
        finally:
            desk.close()

    app = FastAPI(title="Chartered", version=ch.__version__, lifespan=life)
    _add_questions(app, desk)
    _add_book(app, desk)
    _add_errors(app)
    app.add_middleware(_Bounded, most=chosen.body)
    return app


class _Desk:
    """Where requests are taken: so many at once, and no more."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._inside = settings, 0
        self.workers: Workers | None = None

    def open(self) -> None:
        self._limiter = CapacityLimiter(self._settings.waiting)
        self.workers = Workers(self._settings)

    def close(self) -> None:
        if self.workers is not None:
            self.workers.close()

    async def ask(self, name: str, given: dict[str, Any]) -> JSONResponse:
        """The answer to a request; of one too many, that it is."""
        assert self.workers is not None
        if self._inside >= self._settings.waiting:
            return _response(refusal(503, "Busy", f"{self._inside} requests are waiting", "ask again later"))
        self._inside += 1
        try:
            return _response(await to_thread.run_sync(self.workers.ask, name, given, limiter=self._limiter))
        finally:
            self._inside -= 1


def _add_questions(app: FastAPI, desk: _Desk) -> None:
    @app.post("/epsilon", summary="The least eps at a delta, by every accountant, the tightest first")
    async def epsilon(asked: EpsilonAt) -> JSONResponse:
        return await desk.ask("epsilon", asked.model_dump())

    @app.post("/delta", summary="The least delta at an eps")
    async def delta(asked: DeltaAt) -> JSONResponse:
        return await desk.ask("delta", asked.model_dump())

    @app.get("/health", summary="Whether processes run")
    async def health() -> JSONResponse:
        alive = desk.workers.alive if desk.workers else 0
        body = {"status": "ok" if alive else "down", "version": ch.__version__, "workers": alive}
        return JSONResponse(body, 200 if alive else 503)


def _add_book(app: FastAPI, desk: _Desk) -> None:
    @app.post("/book/ask", summary="Whether a step may run, and what it would cost and leave")
    async def ask(asked: Round) -> JSONResponse:
        return await desk.ask("ask", asked.model_dump())

    @app.post("/book/spend", summary="Pays for a step before it runs, or refuses it with status 409")
    async def spend(asked: Payment) -> JSONResponse:
        return await desk.ask("spend", asked.model_dump())

    @app.get("/book/remaining", summary="What is left and, at a delta, what holds at the end")
    async def remaining(delta: Annotated[str | None, Query(max_length=100)] = None) -> JSONResponse:
        return await desk.ask("remaining", {"delta": delta})


def _add_errors(app: FastAPI) -> None:
    """Every error has the JSON of the command's errors."""

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part)[:60] for part in first["loc"][:4])
        return _response(refusal(422, "BadRequest", f"{where}: {first['msg']}"[:300], "GET /docs describes the fields"))

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> JSONResponse:
        return _response(
            refusal(error.status_code, "BadRequest", str(error.detail)[:300], "GET /docs lists what there is")
        )

    @app.exception_handler(RecursionError)
    async def deep(_: Request, error: RecursionError) -> JSONResponse:
        return _response(refusal(422, "BadRequest", "the request is nested too deep", "GET /docs describes the fields"))


def _response(told: Told) -> JSONResponse:
    status, body = told
    return JSONResponse(body, status, {"Retry-After": "1"} if status == 503 else None)


class _Bounded:
    """Refuses a body that is longer than `most` bytes, also one that does not say how long it is."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]], most: int) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body, more = b"", True
        while more and len(body) <= self._most:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > self._most:
            said = refusal(413, "TooLong", f"the request has more than {self._most} bytes", "ask in parts")
            await _response(said)(scope, receive, send)
            return
        whole: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]
        await self._app(scope, _first(whole, receive), send)


def _first(whole: list[MutableMapping[str, Any]], receive: Receive) -> Receive:
    async def next_message() -> MutableMapping[str, Any]:
        return whole.pop() if whole else await receive()

    return next_message
