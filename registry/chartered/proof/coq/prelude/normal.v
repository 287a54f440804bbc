(* The normal distribution function by its power series, and how much any number of terms leaves out. *)
Fixpoint term (n : nat) (x : R) : R :=
  match n with O => x | S k => term k x * (x * x) / IZR (2 * Z.of_nat n + 1) end.
Fixpoint series (n : nat) (x : R) : R := match n with O => 0 | S k => series k x + term k x end.
Definition slope (n : nat) (x : R) : R := match n with O => 1 | S k => x * term k x end.
Fixpoint slopes (n : nat) (x : R) : R := match n with O => 0 | S k => slopes k x + slope k x end.

Lemma odd_nonzero n : IZR (2 * Z.of_nat n + 1) <> 0.
Proof. apply not_0_IZR; lia. Qed.

Lemma slope_term n x : slope n x * x = IZR (2 * Z.of_nat n + 1) * term n x.
Proof.
destruct n as [|k]; [simpl; ring|].
change (slope (S k) x) with (x * term k x).
change (term (S k) x) with (term k x * (x * x) / IZR (2 * Z.of_nat (S k) + 1)).
field; apply odd_nonzero.
Qed.

Lemma term_derive n x : is_derive (term n) x (slope n x).
Proof.
induction n as [|k IH]; [apply @is_derive_id|].
change (term (S k)) with (fun y => term k y * (y * y) / IZR (2 * Z.of_nat (S k) + 1)).
change (slope (S k) x) with (x * term k x).
assert (H := slope_term k x); assert (N := odd_nonzero (S k)).
assert (E : IZR (2 * Z.of_nat (S k) + 1) = IZR (2 * Z.of_nat k + 1) + 2) by (rewrite <- plus_IZR; f_equal; lia).
set (d := IZR (2 * Z.of_nat (S k) + 1)) in *.
replace (x * term k x) with ((slope k x * (x * x) + term k x * (x + x)) / d).
- auto_derive; [exists (slope k x); exact IH|].
  replace (Derive (fun y => term k y) x) with (slope k x) by (symmetry; apply is_derive_unique; exact IH).
  unfold Rdiv; ring.
- replace (slope k x * (x * x)) with (slope k x * x * x) by ring; rewrite H.
  replace (IZR (2 * Z.of_nat k + 1)) with (d - 2) by lra; field; exact N.
Qed.

Lemma series_derive n x : is_derive (series n) x (slopes n x).
Proof.
induction n as [|k IH]; [apply @is_derive_const|].
apply @is_derive_plus with (1 := IH) (2 := term_derive k x).
Qed.

Lemma slopes_sum n x : slopes n x = 1 + x * series n x - slope n x.
Proof. induction n as [|k IH]; simpl in *; [|rewrite IH]; ring. Qed.

Lemma slope_positive n x : 0 <= slope n x.
Proof.
destruct n as [|k]; [simpl; lra|]; change (slope (S k) x) with (x * term k x).
induction k as [|k IH]; [simpl; nra|].
change (term (S k) x) with (term k x * (x * x) / IZR (2 * Z.of_nat (S k) + 1)).
replace (x * _) with (x * term k x * (x * x * / IZR (2 * Z.of_nat (S k) + 1))) by (unfold Rdiv; ring).
apply Rmult_le_pos; [exact IH|apply Rmult_le_pos; [nra|]].
left; apply Rinv_0_lt_compat, IZR_lt; lia.
Qed.

Lemma bell_continuous x : continuous bell x.
Proof. apply @ex_derive_continuous; unfold bell; auto_derive; exact I. Qed.

Lemma bell_integral x : is_derive (fun y => RInt bell 0 y) x (bell x).
Proof.
apply @is_derive_RInt with (a := 0); [|apply bell_continuous].
exists (mkposreal 1 Rlt_0_1); intros y _; apply @RInt_correct, @ex_RInt_continuous.
intros; apply bell_continuous.
Qed.

Definition left_over n x := RInt bell 0 x - bell x * series n x.

Lemma left_over_derive n x : is_derive (left_over n) x (bell x * slope n x).
Proof.
assert (B : is_derive bell x (- x * bell x)) by (unfold bell; auto_derive; [exact I|unfold Rdiv; field]).
replace (bell x * slope n x) with (bell x - ((- x * bell x) * series n x + bell x * slopes n x))
  by (rewrite slopes_sum; ring).
apply @is_derive_minus; [apply bell_integral|].
apply @is_derive_mult; [exact B|apply series_derive|apply Rmult_comm].
Qed.

Lemma bell_range x : 0 <= bell x <= 1.
Proof.
split; [left; apply exp_pos|]; unfold bell; rewrite <- exp_0.
destruct (Req_dec x 0) as [->|N]; [right; f_equal; field|left; apply exp_increasing; nra].
Qed.

Lemma rises (f df : R -> R) x :
  (forall y, is_derive f y (df y)) -> (forall y, 0 <= df y) -> f 0 = 0 -> exists a, 0 <= a /\ f x = a * x.
Proof.
intros D P Z.
destruct (MVT_gen f 0 x df) as (c & _ & E); [intros; apply D| |].
- intros y _; apply continuity_pt_filterlim, @ex_derive_continuous; exists (df y); apply D.
- exists (df c); split; [apply P|]; rewrite Z in E; lra.
Qed.

Lemma left_over_range n x : Rmin 0 (term n x) <= left_over n x <= Rmax 0 (term n x).
Proof.
assert (T0 : forall m, term m 0 = 0) by (induction m as [|k IH]; simpl; [|rewrite IH]; unfold Rdiv; ring).
assert (S0 : series n 0 = 0) by (induction n as [|k IH]; simpl; [|rewrite IH, T0]; ring).
assert (L0 : left_over n 0 = 0)
  by (unfold left_over; rewrite S0, RInt_point; change (@zero R_CompleteNormedModule) with 0; ring).
destruct (rises (left_over n) (fun y => bell y * slope n y) x) as (a & A & EA);
  [apply left_over_derive|intros y; apply Rmult_le_pos; [apply bell_range|apply slope_positive]|exact L0|].
destruct (rises (fun y => term n y - left_over n y) (fun y => slope n y - bell y * slope n y) x) as (b & B & EB).
- intros y; apply @is_derive_minus; [apply term_derive|apply left_over_derive].
- intros y; assert (H := bell_range y); assert (K := slope_positive n y); nra.
- rewrite T0, L0; ring.
- destruct (Rle_dec 0 x); [rewrite Rmin_left, Rmax_right|rewrite Rmin_right, Rmax_left]; nra.
Qed.
