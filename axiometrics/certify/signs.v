Require Import Reals Lra Psatz Classical.
Open Scope R_scope.

(* A quotient, or a value, with a convention where a quantity is zero. *)
Definition ratio (x y z : R) : R := if Req_EM_T y 0 then z else x / y.
Definition guard (x y z : R) : R := if Req_EM_T y 0 then z else x.

Lemma ratio_there : forall x y z, y <> 0 -> ratio x y z = x / y.
Proof. intros; unfold ratio; destruct (Req_EM_T y 0); [contradiction | reflexivity]. Qed.
Lemma ratio_zero : forall x y z, y = 0 -> ratio x y z = z.
Proof. intros; unfold ratio; destruct (Req_EM_T y 0); [reflexivity | contradiction]. Qed.
Lemma guard_there : forall x y z, y <> 0 -> guard x y z = x.
Proof. intros; unfold guard; destruct (Req_EM_T y 0); [contradiction | reflexivity]. Qed.
Lemma guard_zero : forall x y z, y = 0 -> guard x y z = z.
Proof. intros; unfold guard; destruct (Req_EM_T y 0); [reflexivity | contradiction]. Qed.

(* Superadditivity of functions that vanish at 0, and of t log t, on which gaps between sums rest. *)
Lemma squares_superadditive : forall x y, 0 <= x -> 0 <= y -> x * x + y * y <= (x + y) * (x + y).
Proof. intros; nra. Qed.
Lemma t_log_t_superadditive :
  forall x y, 0 < x -> 0 < y -> x * ln x + y * ln y < (x + y) * ln (x + y).
Proof.
  intros x y Hx Hy.
  assert (ln x < ln (x + y)) by (apply ln_increasing; lra).
  assert (ln y < ln (x + y)) by (apply ln_increasing; lra).
  assert (x * ln x < x * ln (x + y)) by (apply Rmult_lt_compat_l; assumption).
  assert (y * ln y < y * ln (x + y)) by (apply Rmult_lt_compat_l; assumption).
  lra.
Qed.
Lemma t_log_t_nonnegative : forall x, 1 <= x -> 0 <= x * ln x.
Proof.
  intros x Hx. apply Rmult_le_pos; [lra|].
  destruct (Req_dec x 1) as [-> | Hn]; [rewrite ln_1; lra|].
  rewrite <- ln_1. left. apply ln_increasing; lra.
Qed.

(* Signs by coefficients. Of a sum the last term is looked at first: no part of it is proved twice. *)
Lemma plus_positive : forall x y, 0 <= y -> 0 < x -> 0 < x + y.
Proof. intros; lra. Qed.
Lemma plus_positive_last : forall x y, 0 < y -> 0 <= x -> 0 < x + y.
Proof. intros; lra. Qed.
Ltac nonnegative :=
  repeat first
    [ assumption | match goal with |- 0 <= IZR _ => lra end
    | apply Rplus_le_le_0_compat | apply Rmult_le_pos | apply pow_le
    | apply Rlt_le; assumption | apply Rlt_le, Rinv_0_lt_compat | lra ].
Ltac positive :=
  repeat first
    [ assumption | match goal with |- 0 < IZR _ => lra end
    | apply Rmult_lt_0_compat | apply Rinv_0_lt_compat | apply pow_lt
    | apply plus_positive; [solve [nonnegative] | solve [positive]]
    | apply plus_positive_last; [solve [positive] | solve [nonnegative]]
    | apply Rplus_lt_0_compat; [solve [positive] | solve [positive]] | lra ].
Ltac apart :=
  match goal with
  | |- ?x <> 0 =>
      let H := fresh in
      first
        [ assert (H : 0 < x) by (ring_simplify; solve [positive]); lra
        | assert (H : 0 < - x) by (ring_simplify; solve [positive]); lra ]
  end.
Ltac nonzero :=
  first
    [ assumption | apply Rgt_not_eq; assumption | apply Rlt_not_eq; assumption
    | apply Rgt_not_eq; unfold Rgt; solve [positive] | apply Rmult_integral_contrapositive_currified; nonzero
    | apart | lra ].
Ltac conditions := repeat split; nonzero.
Ltac settled :=
  repeat first
    [ rewrite ratio_there by nonzero | rewrite guard_there by nonzero
    | rewrite ratio_zero by (assumption || ring || lra) | rewrite guard_zero by (assumption || ring || lra)
    | rewrite Rmax_left by lra | rewrite Rmax_right by lra | rewrite Rmin_left by lra | rewrite Rmin_right by lra ].

Lemma sign_by_positive : forall y x : R, x = y -> 0 < y -> 0 < x.
Proof. intros y x E H; rewrite E; exact H. Qed.
Lemma sign_by_nonnegative : forall y x : R, x = y -> 0 <= y -> 0 <= x.
Proof. intros y x E H; rewrite E; exact H. Qed.
Lemma sign_by_zero : forall y x : R, x = y -> y = 0 -> x = 0.
Proof. intros y x E H; rewrite E; exact H. Qed.
Lemma sign_by_negative : forall y x : R, x = y -> y < 0 -> x < 0.
Proof. intros y x E H; rewrite E; exact H. Qed.
Lemma sign_by_nonpositive : forall y x : R, x = y -> y <= 0 -> x <= 0.
Proof. intros y x E H; rewrite E; exact H. Qed.

Ltac quotient_sign :=
  unfold Rdiv;
  match goal with
  | |- 0 < _ => positive
  | |- 0 <= _ => nonnegative; positive
  | |- _ = 0 => ring
  | |- _ < 0 => apply Ropp_0_gt_lt_contravar || (apply Ropp_lt_cancel; ring_simplify; positive)
  | |- _ <= 0 => apply Ropp_le_cancel; rewrite Ropp_0; ring_simplify; nonnegative; positive
  end.
Ltac decided :=
  solve [ repeat first [ solve [repeat split; first [assumption | lra]] | solve [left; repeat split; first [assumption | lra]] | right ] | exfalso; nra ].

