(* Claims are decided in intervals, with more and more bits, or in rationals. *)
Definition decided (p : F.precision) (m : PositiveMap.t I.type) (r : PositiveMap.t Q) (c : claim) : bool :=
  match c with
  | Below a b =>
      match I.sign_strict (I.sub p (look m b) (look m a)) with Xgt => true | _ => false end
  | AtMost a b =>
      match I.sign_large (I.sub p (look m b) (look m a)) with
      | Xgt | Xeq => true
      | _ => match PositiveMap.find a r, PositiveMap.find b r with
             | Some x, Some y => Qle_bool x y | _, _ => false end
      end
  | Is a n d => match PositiveMap.find a r with Some x => Qeq_bool x (n # d) | None => false end
  end.

Lemma decided_true p m r v c :
  (forall k, holds (look m k) (v k)) -> exact r v -> decided p m r c = true -> true_of v c.
Proof.
intros H E; destruct c; simpl.
- assert (S := I.sign_strict_correct (I.sub p (look m b) (look m a))).
  destruct (I.sign_strict _); try discriminate; intros _.
  destruct (S _ (sub_holds p _ _ _ _ (H b) (H a))) as [_ L]; simpl in L; lra.
- assert (S := I.sign_large_correct (I.sub p (look m b) (look m a))).
  assert (D := sub_holds p _ _ _ _ (H b) (H a)).
  assert (T : match PositiveMap.find a r, PositiveMap.find b r with
              | Some x, Some y => Qle_bool x y | _, _ => false end = true -> v a <= v b).
  { destruct (PositiveMap.find a r) eqn:A, (PositiveMap.find b r) eqn:B; try discriminate.
    rewrite (E _ _ A), (E _ _ B); intros L; apply Qle_Rle, Qle_bool_iff, L. }
  destruct (I.sign_large _); try exact T; intros _.
  + assert (Z := S _ D); injection Z; lra.
  + destruct (S _ D) as [_ L]; simpl in L; lra.
- destruct (PositiveMap.find a r) eqn:A; try discriminate; intros L.
  rewrite (E _ _ A); apply (Qeq_eqR _ (p0 # q)), Qeq_bool_iff, L.
Qed.

Definition at_bits (bits : positive) (kept : list positive) (nodes : list (positive * node)) (l : list claim) : bool :=
  let p := F.PtoP bits in
  let two k := I.power_int p (I.fromZ p 2) k in
  let limits := (I.join (I.fromZ p 0) (two (-200000)%Z), I.join (I.neg (two 200000%Z)) (two 200000%Z)) in
  let m := intervals p (Zpos bits) limits nodes (PositiveMap.empty _) in
  forallb (decided p m (rationals kept nodes (PositiveMap.empty _))) l.

Fixpoint checked (tried : list positive) kept nodes (claims : list claim) : bool :=
  match tried with
  | nil => false
  | bits :: more => if at_bits bits kept nodes claims then true else checked more kept nodes claims
  end.

Theorem checked_true tried kept chosen nodes l :
  checked tried kept nodes l = true -> all_true (values chosen nodes (fun _ => 0)) l.
Proof.
induction tried as [|bits more IH]; [discriminate|simpl; intros C].
destruct (at_bits bits kept nodes l) eqn:D; [clear IH C|exact (IH C)].
unfold at_bits in D; rewrite forallb_forall in D.
assert (T : forall c, In c l -> true_of (values chosen nodes (fun _ => 0)) c).
{ intros c J; apply decided_true with (3 := D c J).
  - apply intervals_hold; intros k; unfold look; rewrite PositiveMap.gempty; apply nai_holds.
  - apply rationals_are; intros k q; rewrite PositiveMap.gempty; discriminate. }
clear D; induction l as [|c r IH]; simpl; [exact Logic.I|].
split; [apply T; left; reflexivity|apply IH; intros; apply T; right; assumption].
Qed.
End Checking.

Module PlainFloats := SpecificFloat StdZRadix2.
Module FastFloats := SpecificFloat BigIntRadix2.
Module Plain := Checking PlainFloats.
Module Fast := Checking FastFloats.

Lemma all_left v a b : all_true v (a ++ b) -> all_true v a.
Proof. induction a; simpl; [easy|]; intros [H K]; auto. Qed.

Lemma all_right v a b : all_true v (a ++ b) -> all_true v b.
Proof. induction a; simpl; [easy|]; intros [H K]; auto. Qed.
