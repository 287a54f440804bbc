(* Exact rationals, where two sides may be equal. *)
Fixpoint member (k : positive) (l : list positive) : bool :=
  match l with nil => false | j :: r => if Pos.eqb j k then true else member k r end.

Definition both (f : Q -> Q -> Q) (x y : option Q) : option Q :=
  match x, y with Some a, Some b => Some (Qred (f a b)) | _, _ => None end.

Definition greater x y := if Qle_bool x y then y else x.
Definition lesser x y := if Qle_bool x y then x else y.

Definition rational (o : node) (m : PositiveMap.t Q) : option Q :=
  let at_ k := PositiveMap.find k m in
  match o with
  | Num p q => Some (p # q)
  | Add a b => both Qplus (at_ a) (at_ b)
  | Sub a b => both Qminus (at_ a) (at_ b)
  | Mul a b => both Qmult (at_ a) (at_ b)
  | Div a b => match at_ b with
               | Some y => if Qeq_bool y 0 then None else both Qdiv (at_ a) (at_ b)
               | None => None end
  | Neg a => option_map Qopp (at_ a)
  | Max a b => both greater (at_ a) (at_ b)
  | Min a b => both lesser (at_ a) (at_ b)
  | _ => None
  end.

Fixpoint rationals (kept : list positive) (nodes : list (positive * node)) (m : PositiveMap.t Q) : PositiveMap.t Q :=
  match nodes with
  | nil => m
  | (k, o) :: rest =>
      rationals kept rest
        (match (if member k kept then rational o m else None) with
         | Some q => PositiveMap.add k q m
         | None => PositiveMap.remove k m end)
  end.

Definition exact (m : PositiveMap.t Q) (v : positive -> R) : Prop :=
  forall k q, PositiveMap.find k m = Some q -> v k = Q2R q.

Lemma reduced q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma both_some f x y q : both f x y = Some q -> exists a b, x = Some a /\ y = Some b /\ Q2R q = Q2R (f a b).
Proof.
destruct x as [a|], y as [b|]; try discriminate; intros H; exists a, b; repeat split.
rewrite <- (reduced (f a b)); f_equal; unfold both in H; congruence.
Qed.

Lemma rational_is o m v c q : exact m v -> rational o m = Some q -> meaning o v c = Q2R q.
Proof.
intros E; destruct o; try discriminate; unfold rational, meaning.
- intros H; assert (p # q0 = q)%Q as <- by congruence; reflexivity.
- intros H; apply both_some in H; destruct H as (x & y & A & B & ->).
  rewrite Q2R_plus, (E _ _ A), (E _ _ B); reflexivity.
- intros H; apply both_some in H; destruct H as (x & y & A & B & ->).
  rewrite Q2R_minus, (E _ _ A), (E _ _ B); reflexivity.
- intros H; apply both_some in H; destruct H as (x & y & A & B & ->).
  rewrite Q2R_mult, (E _ _ A), (E _ _ B); reflexivity.
- destruct (PositiveMap.find b m) as [z|] eqn:Z; try discriminate.
  destruct (Qeq_bool z 0) eqn:N; try discriminate; apply Qeq_bool_neq in N.
  intros H; apply both_some in H; destruct H as (x & y & A & B & ->).
  assert (z = y) as -> by congruence; rewrite Q2R_div, (E _ _ A), (E _ _ Z) by exact N; reflexivity.
- destruct (PositiveMap.find a m) as [z|] eqn:A; try discriminate.
  intros H; assert (- z = q)%Q as <- by (simpl in H; congruence); rewrite Q2R_opp, (E _ _ A); reflexivity.
- intros H; apply both_some in H; destruct H as (x & y & A & B & ->); rewrite (E _ _ A), (E _ _ B); unfold greater.
  destruct (Qle_bool x y) eqn:L; [apply Rmax_right, Qle_Rle, Qle_bool_iff, L|].
  apply Rmax_left, Rlt_le, Qlt_Rlt, Qnot_le_lt; rewrite <- Qle_bool_iff, L; discriminate.
- intros H; apply both_some in H; destruct H as (x & y & A & B & ->); rewrite (E _ _ A), (E _ _ B); unfold lesser.
  destruct (Qle_bool x y) eqn:L; [apply Rmin_left, Qle_Rle, Qle_bool_iff, L|].
  apply Rmin_right, Rlt_le, Qlt_Rlt, Qnot_le_lt; rewrite <- Qle_bool_iff, L; discriminate.
Qed.

Lemma rationals_are chosen kept nodes : forall m v,
  exact m v -> exact (rationals kept nodes m) (values chosen nodes v).
Proof.
induction nodes as [|[j o] rest IH]; intros m v E; [exact E|simpl; apply IH].
intros k q; destruct (Pos.eqb_spec k j) as [->|D].
- destruct (if member j kept then rational o m else None) eqn:S.
  + rewrite PositiveMap.gss; intros [= <-]; destruct (member j kept); [|discriminate].
    now apply rational_is with (1 := E).
  + rewrite PositiveMap.grs; discriminate.
- destruct (if member j kept then rational o m else None).
  + rewrite PositiveMap.gso by exact D; apply E.
  + rewrite PositiveMap.gro by exact D; apply E.
Qed.
