(* What the numbers mean. A reader of this file trusts these definitions, and whatever "Print Assumptions" lists. *)
From Coq Require Import Reals ZArith Lra Lia List FMapPositive String QArith Qreals.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Zaux.
From Interval.Real Require Import Xreal.
From Interval.Float Require Import Sig Specific_stdz Specific_bigint Specific_ops.
From Interval.Interval Require Import Interval Float Float_full.
Import ListNotations.
Open Scope R_scope.

(* the normal distribution function *)
Definition bell (t : R) : R := exp (- (t * t / 2)).
Definition ndtr (x : R) : R := 1 / 2 + RInt bell 0 x / sqrt (2 * PI).

(* An expression is a list of nodes; a node names those that it is made of. *)
Inductive node :=
| Num (p : Z) (q : positive) | Pi
| Add (a b : positive) | Sub (a b : positive) | Mul (a b : positive) | Div (a b : positive)
| Neg (a : positive) | Power (a : positive) (n : Z)
| Exp (a : positive) | Log (a : positive) | Sqrt (a : positive) | Ndtr (a : positive)
| Max (a b : positive) | Min (a b : positive) | Hull (a b : positive).

(* Any number between two others: all that is proved holds for each. *)
Definition between (a b c : R) : R := Rmax (Rmin a b) (Rmin (Rmax a b) c).

Definition meaning (o : node) (v : positive -> R) (c : R) : R :=
  match o with
  | Num p q => IZR p / IZR (Zpos q)
  | Pi => PI
  | Add a b => v a + v b
  | Sub a b => v a - v b
  | Mul a b => v a * v b
  | Div a b => v a / v b
  | Neg a => - v a
  | Power a n => powerRZ (v a) n
  | Exp a => exp (v a)
  | Log a => ln (v a)
  | Sqrt a => sqrt (v a)
  | Ndtr a => ndtr (v a)
  | Max a b => Rmax (v a) (v b)
  | Min a b => Rmin (v a) (v b)
  | Hull a b => between (v a) (v b) c
  end.

(* The value of every node; "chosen" says which number between two others. *)
Fixpoint values (chosen : positive -> R) (nodes : list (positive * node)) (v : positive -> R) : positive -> R :=
  match nodes with
  | nil => v
  | (k, o) :: rest =>
      values chosen rest (fun j => if Pos.eqb j k then meaning o v (chosen k) else v j)
  end.

(* What is claimed of the values. *)
Inductive claim :=
| Below (a b : positive) | AtMost (a b : positive)
| Is (a : positive) (p : Z) (q : positive).

Definition true_of (v : positive -> R) (c : claim) : Prop :=
  match c with
  | Below a b => v a < v b
  | AtMost a b => v a <= v b
  | Is a p q => v a = IZR p / IZR (Zpos q)
  end.

Fixpoint all_true (v : positive -> R) (l : list claim) : Prop :=
  match l with nil => True | c :: r => true_of v c /\ all_true v r end.

(* What touched the data, and what theorems say of it. *)
Inductive process :=
| Step (name neighbours : string)
| Runs (parts : list (Z * process)).
Parameter dp : process -> R -> R -> Prop. (* dp p epsilon delta: p is (epsilon, delta)-differentially private *)
Definition gaussian (mu epsilon : R) : R := (* the privacy profile of Gaussian noise *)
  ndtr (mu / 2 - epsilon / mu) - exp epsilon * ndtr (- (mu / 2) - epsilon / mu).
Definition gdp (p : process) (mu : R) (stretch : R -> Prop) : Prop := (* mu-GDP, for epsilon in a stretch *)
  forall epsilon, stretch epsilon -> dp p epsilon (gaussian mu epsilon).
Parameter satisfies : process -> string -> list (string * R) -> Prop. (* a guarantee of a kind, with its numbers *)
Definition cited (name source statement : string) (theorem : Prop) : Prop := theorem.
