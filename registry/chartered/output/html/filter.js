const form = document.querySelector("form.filter"), claims = [...document.querySelectorAll("article")];
const show = () => {
  const want = Object.fromEntries(new FormData(form)), words = want.words.trim().toLowerCase();
  const fits = (claim) => ["verdict", "kind", "source"].every((key) => !want[key] || claim.dataset[key] === want[key]);
  for (const claim of claims) claim.hidden = !fits(claim) || !claim.textContent.toLowerCase().includes(words);
  for (const part of document.querySelectorAll("section.source")) part.hidden = !part.querySelector("article:not([hidden])");
  form.querySelector("output").value = `${claims.filter((claim) => !claim.hidden).length} of ${claims.length} claims`;
};
form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
show();
