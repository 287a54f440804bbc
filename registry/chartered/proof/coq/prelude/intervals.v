(* Intervals around the values of all nodes. *)
(* With any whole numbers: those of Coq itself, or those of the machine, which are faster and add assumptions. *)
Module Checking (F : FloatOps with Definition radix := radix2 with Definition sensible_format := true).

Module I := FloatIntervalFull F.
Definition holds (i : I.type) (x : R) : Prop := contains (I.convert i) (Xreal x).

Lemma of_nan i x : contains (I.convert i) Xnan -> holds i x.
Proof. unfold holds; destruct (I.convert i); simpl; [easy|contradiction]. Qed.

Lemma some (i : I.type) (x : ExtendedR) (y : R) : contains (I.convert i) x -> (x = Xnan \/ x = Xreal y) -> holds i y.
Proof. intros H [E|E]; rewrite E in H; [now apply of_nan|exact H]. Qed.

Definition positive_part (i : I.type) : I.type :=
  match I.sign_large i with Xgt | Xeq => i | _ => I.nai end.

Definition quotient p n d := I.div p (I.fromZ p n) (I.fromZ p (Zpos d)).

Section Functions.
Variable p : F.precision.

Lemma nai_holds x : holds I.nai x.
Proof. unfold holds; rewrite I.nai_correct; exact Logic.I. Qed.

Lemma add_holds i j x y : holds i x -> holds j y -> holds (I.add p i j) (x + y).
Proof. exact (I.add_correct p i j (Xreal x) (Xreal y)). Qed.

Lemma sub_holds i j x y : holds i x -> holds j y -> holds (I.sub p i j) (x - y).
Proof. exact (I.sub_correct p i j (Xreal x) (Xreal y)). Qed.

Lemma mul_holds i j x y : holds i x -> holds j y -> holds (I.mul p i j) (x * y).
Proof. exact (I.mul_correct p i j (Xreal x) (Xreal y)). Qed.

Lemma div_holds i j x y : holds i x -> holds j y -> holds (I.div p i j) (x / y).
Proof.
intros H K; apply some with (1 := I.div_correct p i j (Xreal x) (Xreal y) H K); simpl.
unfold Xdiv'; destruct (is_zero y); [left|right]; reflexivity.
Qed.

Lemma neg_holds i x : holds i x -> holds (I.neg i) (- x).
Proof. exact (I.neg_correct i (Xreal x)). Qed.

Lemma number_holds n d : holds (quotient p n d) (IZR n / IZR (Zpos d)).
Proof. apply div_holds; apply I.fromZ_correct. Qed.

Lemma power_holds n i x : holds i x -> holds (I.power_int p i n) (powerRZ x n).
Proof.
intros H; apply some with (1 := I.power_int_correct p n i (Xreal x) H); simpl.
unfold Xpower_int'; destruct n; [right; reflexivity|right; reflexivity|].
destruct (is_zero x); [left|right]; reflexivity.
Qed.

Lemma exp_holds i x : holds i x -> holds (I.exp p i) (exp x).
Proof. exact (I.exp_correct p i (Xreal x)). Qed.

Lemma ln_holds i x : holds i x -> holds (I.ln p i) (ln x).
Proof.
intros H; apply some with (1 := I.ln_correct p i (Xreal x) H); simpl.
unfold Xln'; destruct (is_positive x); [right|left]; reflexivity.
Qed.

Lemma sqrt_holds i x : holds i x -> holds (I.sqrt p (positive_part i)) (sqrt x).
Proof.
intros H; apply some with (x := Xsqrt (Xreal x)); [apply I.sqrt_correct|right; reflexivity].
unfold positive_part; destruct (I.sign_large i); first [exact H|apply nai_holds].
Qed.

Definition larger (i j : I.type) : I.type :=
  match I.sign_large (I.sub p i j) with Xgt => i | Xlt => j | _ => I.join i j end.
Definition smaller (i j : I.type) : I.type := I.neg (larger (I.neg i) (I.neg j)).

Lemma larger_holds i j x y : holds i x -> holds j y -> holds (larger i j) (Rmax x y).
Proof.
intros H K; unfold larger.
assert (S := I.sign_large_correct (I.sub p i j)); assert (D := sub_holds i j x y H K).
assert (J : holds (I.join i j) (Rmax x y)).
{ apply I.join_correct; unfold Rmax; destruct (Rle_dec x y); [right; exact K|left; exact H]. }
destruct (I.sign_large (I.sub p i j)); try exact J; destruct (S _ D) as [_ L]; simpl in L.
- rewrite Rmax_right by lra; exact K.
- rewrite Rmax_left by lra; exact H.
Qed.

Lemma smaller_holds i j x y : holds i x -> holds j y -> holds (smaller i j) (Rmin x y).
Proof.
intros H K; replace (Rmin x y) with (- Rmax (- x) (- y)) by (rewrite <- Ropp_Rmin; ring).
apply neg_holds, larger_holds; now apply neg_holds.
Qed.

Lemma join_holds i j x y z : holds i x -> holds j y -> Rmin x y <= z <= Rmax x y -> holds (I.join i j) z.
Proof.
intros H K; unfold holds.
assert (X : holds (I.join i j) x) by (apply I.join_correct; left; exact H).
assert (Y : holds (I.join i j) y) by (apply I.join_correct; right; exact K).
destruct (Rle_dec x y); [rewrite Rmin_left, Rmax_right by lra|rewrite Rmin_right, Rmax_left by lra].
- intros B; exact (contains_connected _ x y X Y z B).
- intros B; exact (contains_connected _ y x Y X z B).
Qed.

(* the normal distribution function, by its series: as many terms as are not tiny; any number of them is sound *)
Fixpoint sums (n : nat) (tiny : I.type) (k : Z) (square t s : I.type) : I.type * I.type :=
  match n with
  | O => (t, s)
  | S m =>
      if I.subset t tiny then (t, s)
      else sums m tiny (k + 2) square (I.div p (I.mul p t square) (I.fromZ p k)) (I.add p s t)
  end.

Lemma sums_holds x tiny n : forall m square t s,
  holds square (x * x) -> holds t (term m x) -> holds s (series m x) ->
  exists l, let '(u, w) := sums n tiny (2 * Z.of_nat (S m) + 1) square t s in
  holds u (term l x) /\ holds w (series l x).
Proof.
induction n as [|n IH]; intros m square t s Q T S; [exists m; split; assumption|].
cbn [sums]; destruct (I.subset t tiny); [exists m; split; assumption|].
replace (2 * Z.of_nat (Datatypes.S m) + 1 + 2)%Z with (2 * Z.of_nat (Datatypes.S (Datatypes.S m)) + 1)%Z by lia.
apply IH; [exact Q| |apply add_holds; assumption].
apply div_holds; [apply mul_holds; assumption|apply I.fromZ_correct].
Qed.

Definition bell_in (i : I.type) := I.exp p (I.neg (I.div p (I.mul p i i) (I.fromZ p 2))).
Definition most_terms := Z.to_nat 20000.
Definition ndtr_in (bits : Z) (i : I.type) : I.type :=
  let small := quotient p 1 (Z.to_pos (2 ^ (bits + 8))) in
  let '(t, s) := sums most_terms (I.join (I.neg small) small) 3 (I.mul p i i) i (I.fromZ p 0) in
  let e := I.add p (I.mul p (bell_in i) s) (I.join (I.fromZ p 0) t) in
  I.add p (quotient p 1 2) (I.div p e (I.sqrt p (I.mul p (I.fromZ p 2) (I.pi p)))).

Lemma ndtr_holds bits i x : holds i x -> holds (ndtr_in bits i) (ndtr x).
Proof.
intros H; unfold ndtr_in.
assert (Q : holds (I.mul p i i) (x * x)) by (now apply mul_holds).
set (tiny := I.join _ _).
destruct (sums_holds x tiny most_terms 0 (I.mul p i i) i (I.fromZ p 0) Q H (I.fromZ_correct p 0)) as (l & S).
change (2 * Z.of_nat 1 + 1)%Z with 3%Z in S; destruct (sums _ _ 3 _ _ _) as [t s]; destruct S as [T S].
unfold ndtr; apply add_holds; [apply number_holds|apply div_holds].
- replace (RInt bell 0 x) with (bell x * series l x + left_over l x) by (unfold left_over; ring).
  apply add_holds; [apply mul_holds; [apply exp_holds, neg_holds, div_holds|]|]; auto using I.fromZ_correct.
  + exact (I.fromZ_correct p 2).
  + apply join_holds with (2 := T) (3 := left_over_range l x); exact (I.fromZ_correct p 0).
- apply some with (x := Xsqrt (Xreal (2 * PI))); [apply I.sqrt_correct|right; reflexivity].
  apply mul_holds; [exact (I.fromZ_correct p 2)|apply I.pi_correct].
Qed.

Definition look (m : PositiveMap.t I.type) (k : positive) : I.type :=
  match PositiveMap.find k m with Some i => i | None => I.nai end.

Definition within (bits : Z) (o : node) (m : PositiveMap.t I.type) : I.type :=
  match o with
  | Num a b => quotient p a b
  | Pi => I.pi p
  | Add a b => I.add p (look m a) (look m b)
  | Sub a b => I.sub p (look m a) (look m b)
  | Mul a b => I.mul p (look m a) (look m b)
  | Div a b => I.div p (look m a) (look m b)
  | Neg a => I.neg (look m a)
  | Power a k => I.power_int p (look m a) k
  | Exp a => I.exp p (look m a)
  | Log a => I.ln p (look m a)
  | Sqrt a => I.sqrt p (positive_part (look m a))
  | Ndtr a => ndtr_in bits (look m a)
  | Max a b => larger (look m a) (look m b)
  | Min a b => smaller (look m a) (look m b)
  | Hull a b => I.join (look m a) (look m b)
  end.

(* Numbers of extreme size are known by a limit alone: to add them to others would take as many bits. *)
Definition trimmed (limits : I.type * I.type) (i : I.type) : I.type :=
  let '(tiny, huge) := limits in
  if I.subset i (I.fromZ p 0) then i
  else if I.subset i tiny then tiny
  else if I.subset i (I.neg tiny) then I.neg tiny
  else if I.subset i huge then i
  else I.nai.

Lemma trimmed_holds limits i x : holds i x -> holds (trimmed limits i) x.
Proof.
intros H; destruct limits as [tiny huge]; unfold trimmed; destruct (I.subset i (I.fromZ p 0)); [exact H|].
destruct (I.subset i tiny) eqn:T; [exact (I.subset_correct _ _ _ H T)|].
destruct (I.subset i (I.neg tiny)) eqn:N; [exact (I.subset_correct _ _ _ H N)|].
destruct (I.subset i huge); [exact H|apply nai_holds].
Qed.

Fixpoint intervals bits limits (nodes : list (positive * node)) (m : PositiveMap.t I.type) : PositiveMap.t I.type :=
  match nodes with
  | nil => m
  | (k, o) :: rest => intervals bits limits rest (PositiveMap.add k (trimmed limits (within bits o m)) m)
  end.

Lemma within_holds bits o m v c : (forall k, holds (look m k) (v k)) -> holds (within bits o m) (meaning o v c).
Proof.
intros H; destruct o; simpl;
  auto using number_holds, I.pi_correct, add_holds, sub_holds, mul_holds, div_holds, neg_holds, power_holds,
    exp_holds, ln_holds, sqrt_holds, ndtr_holds, larger_holds, smaller_holds.
- apply I.pi_correct.
- apply join_holds with (1 := H a) (2 := H b); unfold between, Rmax, Rmin.
  repeat destruct (Rle_dec _ _); lra.
Qed.

Lemma intervals_hold chosen bits limits nodes : forall m v,
  (forall k, holds (look m k) (v k)) ->
  forall k, holds (look (intervals bits limits nodes m) k) (values chosen nodes v k).
Proof.
induction nodes as [|[j o] rest IH]; intros m v H k; [apply H|simpl; apply IH]; clear k; intros k.
unfold look; destruct (Pos.eqb_spec k j) as [->|D].
- rewrite PositiveMap.gss; now apply trimmed_holds, within_holds.
- rewrite PositiveMap.gso by exact D; apply H.
Qed.
End Functions.
