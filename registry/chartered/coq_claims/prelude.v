(* Claims in Coq: the real numbers of its library, the derivative of Coquelicot, the intervals of CoqInterval. *)
From Coq Require Import Reals Lra Psatz String.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Open Scope R_scope.

(* Who states a claim, in which words. *)
Definition cited (name source statement : string) (steps : Prop) : Prop := steps.

(* What proofs below use. *)
Lemma above x : 0 < x -> x <> 0. Proof. lra. Qed.
Lemma below x : 0 < - x -> x <> 0. Proof. lra. Qed.
Lemma ln_is x y : exp y = x -> ln x = y. Proof. intros <-; apply ln_exp. Qed.
Lemma sqrt_is x y : 0 <= y -> y * y = x -> sqrt x = y. Proof. intros P <-; apply sqrt_square, P. Qed.
Lemma ln_above x : 1 < x -> 0 < ln x. Proof. intros H; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma ln_one_more x : 0 < x -> 0 < ln (1 + x). Proof. intros H; apply ln_above; lra. Qed.
Lemma ln_from x : 1 <= x -> 0 <= ln x.
Proof. intros [H|<-]; [left; apply ln_above, H|rewrite ln_1; lra]. Qed.
Lemma exp_above x : 0 < x -> 0 < exp x - 1.
Proof. intros H; assert (E := exp_increasing _ _ H); rewrite exp_0 in E; lra. Qed.
Lemma exp_below x : 0 < x -> 0 < 1 - exp (- x).
Proof. intros H; assert (E := exp_increasing (- x) 0 ltac:(lra)); rewrite exp_0 in E; lra. Qed.
Lemma exp_many n x : exp (IZR (Zpos n) * x) = exp x ^ Pos.to_nat n.
Proof.
induction n as [|n IH] using Pos.peano_ind; [simpl; rewrite Rmult_1_l, Rmult_1_r; reflexivity|].
rewrite Pos2Nat.inj_succ; simpl pow; rewrite <- IH, <- exp_plus; f_equal.
rewrite <- Pos.add_1_l, Pos2Z.inj_add, plus_IZR; ring.
Qed.
Lemma exp_less n x : exp (IZR (Zneg n) * x) = / exp x ^ Pos.to_nat n.
Proof.
rewrite <- exp_many, <- exp_Ropp; f_equal; change (Zneg n) with (- Zpos n)%Z; rewrite opp_IZR; ring.
Qed.
Lemma derives (f : R -> R) (x d e : R) : is_derive f x d -> d = e -> is_derive f x e. Proof. now intros H <-. Qed.

Lemma rises_from (f df : R -> R) a b :
  a <= b -> (forall x, a <= x <= b -> is_derive f x (df x)) -> (forall x, a <= x <= b -> 0 <= df x) -> f a <= f b.
Proof.
intros [H|<-] D P; [|lra].
destruct (MVT_gen f a b df) as (c & C & E); rewrite Rmin_left, Rmax_right in * by lra.
- intros; apply D; lra.
- intros; apply continuity_pt_filterlim, @ex_derive_continuous; exists (df x); apply D; lra.
- assert (0 <= df c * (b - a)) by (apply Rmult_le_pos; [apply P|]; lra); lra.
Qed.

Lemma touches (f df ddf : R -> R) a :
  0 < a -> (forall x, 0 < x -> is_derive f x (df x)) -> (forall x, 0 < x -> is_derive df x (ddf x)) ->
  (forall x, 0 < x -> 0 < ddf x) -> f a = 0 -> df a = 0 -> forall x, 0 < x -> 0 <= f x.
Proof.
intros A D DD P F0 D0 x X.
assert (S : forall u v, 0 < u -> u <= v -> df u <= df v).
{ intros u v U V; apply rises_from with ddf; [exact V| |]; intros y Y; [apply DD|left; apply P]; lra. }
destruct (Rle_dec a x) as [L|L].
- rewrite <- F0; apply rises_from with df; [exact L| |]; intros y Y; [apply D; lra|rewrite <- D0; apply S; lra].
- assert (- f x <= - f a); [|lra].
  apply (rises_from (fun y => - f y) (fun y => - df y)); [lra| |]; intros y Y.
  + apply @is_derive_opp, D; lra.
  + assert (df y <= df a) by (apply S; lra); lra.
Qed.

Ltac apart := repeat match goal with |- _ /\ _ => split end.

(* 0 < x and 0 <= x, by the signs of parts. *)
Ltac pos :=
  first [ assumption | lra | lazymatch goal with
  | |- 0 < ?a * ?b => apply Rmult_lt_0_compat; pos
  | |- 0 < ?a / ?b => apply Rdiv_lt_0_compat; pos
  | |- 0 < / ?a => apply Rinv_0_lt_compat; pos
  | |- 0 < ?a ^ ?n => apply pow_lt; pos
  | |- 0 < exp ?a => apply exp_pos
  | |- 0 < sqrt ?a => apply sqrt_lt_R0; pos
  | |- 0 < PI => apply PI_RGT_0
  | |- 0 < exp ?a - 1 => apply exp_above; pos
  | |- 0 < 1 - exp (- ?a) => apply exp_below; pos
  | |- 0 < ln (1 + ?a) => apply ln_one_more; pos
  | |- 0 < ln ?a => apply ln_above; lra
  | |- 0 < ?a + ?b => first [apply Rplus_lt_le_0_compat; [solve [pos]|nneg] | apply Rplus_le_lt_0_compat; [nneg|pos]]
  end | nra ]
with nneg :=
  first [ assumption | lra | lazymatch goal with
  | |- 0 <= ?a + ?b => apply Rplus_le_le_0_compat; nneg
  | |- 0 <= ?a * ?b => apply Rmult_le_pos; nneg
  | |- 0 <= ?a / ?b => apply Rmult_le_pos; [nneg|left; apply Rinv_0_lt_compat; pos]
  | |- 0 <= / ?a => left; apply Rinv_0_lt_compat; pos
  | |- 0 <= ?a ^ 2 => apply pow2_ge_0
  | |- 0 <= ?a ^ ?n => apply pow_le; nneg
  | |- 0 <= sqrt ?a => apply sqrt_pos
  | |- 0 <= ln (1 + ?a) => apply ln_from; lra
  end | left; pos | nra ].

Ltac above_one := first [lra | apply Rminus_lt_0; ring_simplify; pos].
Ltac plainly := apart;
  first [ assumption | apply above; solve [pos] | apply below; solve [pos] ].
Ltac nonzero :=
  first [ plainly | match goal with
  | D : ?a <> 0 |- ?b <> 0 => intro; apply D; solve [lra | nra | field_simplify_eq; [lra | plainly ..]]
  | D : 0 < ?a |- ?b <> 0 =>
      intro; assert (a = 0) by (solve [lra | nra | field_simplify_eq; [lra | plainly ..]]); lra
  end ].
Ltac parts_apart := repeat match goal with
  | D : ?a * ?b <> 0 |- _ =>
      let u := fresh "u" in let v := fresh "v" in
      assert (u : a <> 0) by (intro Z; apply D; rewrite Z; ring);
      assert (v : b <> 0) by (intro Z; apply D; rewrite Z; ring); clear D
  | D : ?a ^ S ?n <> 0 |- _ =>
      let u := fresh "u" in assert (u : a <> 0) by (intro Z; apply D; rewrite Z; simpl; ring); clear D
  end.
Ltac nonzero_parts :=
  first [ nonzero | lazymatch goal with
  | |- ?a * ?b <> 0 => apply Rmult_integral_contrapositive_currified; nonzero_parts
  | |- ?a ^ ?n <> 0 => apply pow_nonzero; nonzero_parts
  | |- / ?a <> 0 => apply Rinv_neq_0_compat; nonzero_parts
  end ].
Ltac conditions := apart;
  first [ exact I | assumption | lazymatch goal with
          | |- _ <> 0 => first [nonzero | parts_apart; nonzero_parts]
          | |- 0 < _ => pos | |- 0 <= _ => nneg | |- ex_derive _ _ => auto_derive; conditions
          end ].
(* What auto_derive writes is the derivative that is stated: it has no differences and quotients. *)
(* It writes powers out, also inside of functions. *)
Ltac same_slope := unfold Rdiv, Rminus;
  first [ring | field; parts_apart; conditions | cbn [pow]; first [ring | field; parts_apart; conditions]].
Ltac derived := auto_derive; [conditions | same_slope].
Ltac same := first [reflexivity | lra | ring | field; parts_apart; conditions
  | cbn [pow]; first [ring | field; parts_apart; conditions]].
