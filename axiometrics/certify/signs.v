Require Import Reals Lra Psatz Classical.
Open Scope R_scope.

(* A quotient, or a value, with a convention where a quantity is zero. *)
Definition ratio (x y z : R) : R := if Req_EM_T y 0 then z else x / y.
Definition guard (x y z : R) : R := if Req_EM_T y 0 then z else x.

(* A quotient that is infinite where a quantity is zero; an infinite value is above all finite ones. *)
Definition ratio_or_infinite (x y : R) : option R := if Req_EM_T y 0 then None else Some (x / y).
Definition finite (value : option R) : R := match value with Some x => x | None => 0 end.
Definition above (one other : option R) : Prop :=
  match one, other with None, Some _ => True | Some x, Some y => y < x | _, None => False end.
Lemma ratio_is_infinite : forall x y, y = 0 -> ratio_or_infinite x y = None.
Proof. intros; unfold ratio_or_infinite; destruct (Req_EM_T y 0); [reflexivity | contradiction]. Qed.
Lemma ratio_is_finite : forall x y, y <> 0 -> finite (ratio_or_infinite x y) = x / y.
Proof. intros; unfold ratio_or_infinite; destruct (Req_EM_T y 0); [contradiction | reflexivity]. Qed.

(* How often something counts that is there wherever a quantity is not zero. *)
Definition present (x : R) : R := if Req_EM_T x 0 then 0 else 1.
Lemma present_there : forall x, x <> 0 -> present x = 1.
Proof. intros; unfold present; destruct (Req_EM_T x 0); [contradiction | reflexivity]. Qed.
Lemma present_zero : forall x, x = 0 -> present x = 0.
Proof. intros; unfold present; destruct (Req_EM_T x 0); [reflexivity | contradiction]. Qed.

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
    | apply Rlt_le; assumption | apply Rlt_le, Rinv_0_lt_compat; solve [positive] | lra ]
with positive :=
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
    | match goal with P : 0 < ?x * ?y |- ?z <> 0 => replace z with (x * y) by ring; apply Rgt_not_eq; exact P end
    | apply Rgt_not_eq, sqrt_lt_R0; assumption
    | apply Rgt_not_eq; unfold Rgt; solve [positive] | apply Rmult_integral_contrapositive_currified; nonzero
    | apart | lra ].
Ltac conditions := repeat split; nonzero.

(* Equal values: of what is there or not, of quotients whose denominators are not zero, and of any others by name. *)
Lemma positive_there : forall x, 0 <= x -> x <> 0 -> 0 < x.
Proof. intros; lra. Qed.
Ltac nothing := repeat match goal with H : 0 <= ?v |- _ => is_var v; assert (v = 0) by lra; subst v end.
Ltac there :=
  match goal with
  | |- context [present ?x] =>
      let E := fresh in
      destruct (Req_dec x 0) as [E | E];
      [ rewrite (present_zero x E); nothing
      | rewrite (present_there x E);
        try (assert (0 < x) by (apply positive_there; [solve [nonnegative] | assumption])) ];
      try (exfalso; lra)
  end.
Ltac left_out := rewrite ?Rmult_0_l, ?Rmult_0_r, ?Rplus_0_l, ?Rplus_0_r.
Ltac divides :=
  first
    [ nonzero
    | match goal with |- ?x <> 0 => let H := fresh in assert (H : 0 < x) by nra; apply Rgt_not_eq; exact H end ].
Ltac alike y := repeat
  match goal with |- context [/ ?z] => tryif constr_eq y z then fail else replace z with y by ring end.
Ltac named := repeat
  match goal with
  | |- context [/ ?y] => tryif (assert (y <> 0) by divides) then fail else (alike y; generalize (/ y); intro)
  end.
Ltac multiples y := repeat
  match goal with
  | |- context [?v + 2] =>
      is_var v;
      match goal with
      | |- context [/ ?z] =>
          tryif constr_eq y z then fail else (replace z with ((v + 2) * y) by ring; rewrite (Rinv_mult (v + 2) y))
      end
  end.
Ltac inverses := repeat
  match goal with
  | |- context [/ ?y] => lazymatch y with ?v + 2 => fail | _ => alike y; multiples y; generalize (/ y); intro end
  end.
Ltac equal_values :=
  intros; repeat split;
  first [ ring | solve [inverses; first [ring | field; conditions]] | field; solve [conditions]
        | repeat there; left_out; first [ ring | named; first [ ring | field; solve [repeat split; divides] ] ]
        | repeat match goal with
          | |- context [Rmax 0 ?x] =>
              match goal with
              | |- context [Rmax 0 ?y] => tryif constr_eq x y then fail else replace y with x by ring
              end
          end; ring ].
(* What a symbol tells of an extreme, a power or a convention stands in its place. *)
Definition by_symbol (x y : R) := x = y.
Ltac settled :=
  repeat first
    [ match goal with H : by_symbol ?x ?y |- context [?x] => rewrite (H : x = y) end
    | rewrite ratio_is_finite by nonzero | rewrite ratio_there by nonzero | rewrite guard_there by nonzero
    | rewrite ratio_zero by (assumption || ring || lra) | rewrite guard_zero by (assumption || ring || lra)
    | match goal with
      | |- context [Rmax ?x ?y] =>
          first [ rewrite (Rmax_left x y) in * by lra | rewrite (Rmax_right x y) in * by lra ]
      | |- context [Rmin ?x ?y] =>
          first [ rewrite (Rmin_left x y) in * by lra | rewrite (Rmin_right x y) in * by lra ]
      end ].

Lemma apart_by_symbol : forall k a o s d, Rabs o = s -> d = k * o -> k = a \/ k = - a -> 0 <= a -> Rabs d = a * s.
Proof.
  intros k a o s d A E [K | K] P; rewrite E, Rabs_mult, A, K; [ | rewrite Rabs_Ropp ];
    rewrite Rabs_right by lra; reflexivity.
Qed.
Lemma larger_by_symbol : forall k a o s x y z,
  Rabs o = s -> x - y = k * o -> k = a \/ k = - a -> 0 <= a -> z = (x + y + a * s) / 2 -> by_symbol (Rmax x y) z.
Proof.
  intros k a o s x y z A E K P Z. unfold by_symbol. rewrite Z, <- (apart_by_symbol k a o s _ A E K P).
  unfold Rmax, Rabs. destruct (Rle_dec x y), (Rcase_abs (x - y)); lra.
Qed.
Lemma smaller_by_symbol : forall k a o s x y z,
  Rabs o = s -> x - y = k * o -> k = a \/ k = - a -> 0 <= a -> z = (x + y - a * s) / 2 -> by_symbol (Rmin x y) z.
Proof.
  intros k a o s x y z A E K P Z. unfold by_symbol. rewrite Z, <- (apart_by_symbol k a o s _ A E K P).
  unfold Rmin, Rabs. destruct (Rle_dec x y), (Rcase_abs (x - y)); lra.
Qed.
Lemma square_by_symbol : forall k a o s x z,
  Rabs o = s -> x = k * o -> k = a \/ k = - a -> 0 <= a -> z = a * s * (a * s) -> by_symbol (x * x) z.
Proof.
  intros k a o s x z A E K P Z. unfold by_symbol. rewrite Z, <- (apart_by_symbol k a o s _ A E K P).
  unfold Rabs. destruct (Rcase_abs x); ring.
Qed.
Lemma square_told : forall k a o s x z,
  o * o = s -> x = k * o -> k = a \/ k = - a -> 0 <= a -> z = a * a * s -> by_symbol (x * x) z.
Proof. intros k a o s x z A E [K | K] P Z; unfold by_symbol; rewrite Z, E, K, <- A; ring. Qed.
Lemma guard_by_symbol : forall k a o s x y z w,
  present o = s -> y = k * o -> k = a \/ k = - a -> 0 < a -> w = s * x + (1 - s) * z -> by_symbol (guard x y z) w.
Proof.
  intros k a o s x y z w A E K P W. unfold by_symbol. rewrite W, <- A. unfold guard, present.
  destruct (Req_EM_T o 0) as [O | O], (Req_EM_T y 0) as [Y | Y]; try ring; exfalso.
  - apply Y. rewrite E, O. ring.
  - assert (k * o <> 0) by (apply Rmult_integral_contrapositive_currified; [destruct K; lra | exact O]). lra.
Qed.

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

Ltac value := settled; first [ring | field; conditions].

Ltac quotient_sign :=
  unfold Rdiv;
  match goal with
  | |- 0 < _ => positive
  | |- 0 <= _ => nonnegative; positive
  | |- _ = 0 => ring
  | |- _ < 0 => apply Ropp_0_gt_lt_contravar || (apply Ropp_lt_cancel; ring_simplify; positive)
  | |- _ <= 0 => apply Ropp_le_cancel; rewrite Ropp_0; ring_simplify; nonnegative; positive
  end.

(* Both sides of a distinction; and a branch all of whose distinctions were made. *)
Ltac sides :=
  match goal with
  | |- ?one \/ ?other =>
      destruct (classic one) as [? | ?]; [ left; assumption | right ];
      first [ lra | nra
            | match goal with H : ~ ?x = 0 |- 0 < _ => destruct (Rtotal_order 0 x) as [? | [? | ?]]; [ lra | exfalso; lra | exfalso; lra ] end
            | match goal with H : ~ 0 < ?x |- _ = 0 => apply Rnot_lt_le in H; lra end ]
  end.
Ltac decided := repeat first [ solve [ repeat split; assumption ] | solve [ left; repeat split; assumption ] | right ].

(* Square roots: taken, or compared through squares that keep their sign. *)
Lemma sqrt_is : forall x y : R, 0 <= y -> x = y * y -> sqrt x = y.
Proof. intros x y H E; rewrite E; apply sqrt_square; exact H. Qed.
Lemma sqrt_squared : forall x : R, 0 <= x -> sqrt x * sqrt x = x.
Proof. exact sqrt_sqrt. Qed.
Lemma sqrt_inverse : forall x : R, 0 < x -> / sqrt x = sqrt x * / x.
Proof.
  intros x H. assert (0 < sqrt x) by (apply sqrt_lt_R0; exact H).
  rewrite <- (sqrt_sqrt x) at 3 by lra. field; lra.
Qed.
Definition signed_square (x : R) := x * Rabs x.
Lemma square_above : forall x f s r,
  x = f * s -> 0 <= f -> 0 <= s -> s * s = r -> signed_square x = f * f * r.
Proof.
  intros x f s r X F S E. rewrite X. unfold signed_square.
  rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; assumption). rewrite <- E; ring.
Qed.
Lemma square_below : forall x f s r,
  x = f * s -> f <= 0 -> 0 <= s -> s * s = r -> signed_square x = - (f * f * r).
Proof.
  intros x f s r X F S E. rewrite X. unfold signed_square.
  assert (0 <= - f * s) by (apply Rmult_le_pos; lra).
  rewrite Rabs_left1 by lra. rewrite <- E; ring.
Qed.
Lemma square_of_zero : signed_square 0 = 0.
Proof. unfold signed_square; ring. Qed.
Lemma signed_square_grows : forall x y, x < y -> signed_square x < signed_square y.
Proof.
  intros x y H. unfold signed_square, Rabs. destruct (Rcase_abs x), (Rcase_abs y); nra.
Qed.
Lemma squares_positive : forall x y a b,
  signed_square x = a -> signed_square y = b -> 0 < a - b -> 0 < x - y.
Proof.
  intros x y a b A B H. destruct (Rtotal_order x y) as [L | [E | G]]; [ | | lra].
  - apply signed_square_grows in L; lra.
  - rewrite E in A; lra.
Qed.
Lemma squares_zero : forall x y a b, signed_square x = a -> signed_square y = b -> a - b = 0 -> x - y = 0.
Proof.
  intros x y a b A B H. destruct (Rtotal_order x y) as [L | [E | G]]; [ | lra | ].
  - apply signed_square_grows in L; lra.
  - apply Rgt_lt, signed_square_grows in G; lra.
Qed.
Lemma squares_nonnegative : forall x y a b,
  signed_square x = a -> signed_square y = b -> 0 <= a - b -> 0 <= x - y.
Proof.
  intros x y a b A B [H | H].
  - left; apply (squares_positive x y a b); assumption.
  - right; symmetry; apply (squares_zero x y a b); [assumption | assumption | lra].
Qed.
Lemma squares_negative : forall x y a b,
  signed_square x = a -> signed_square y = b -> a - b < 0 -> x - y < 0.
Proof. intros x y a b A B H. assert (0 < y - x) by (apply (squares_positive y x b a); lra). lra. Qed.
Lemma squares_nonpositive : forall x y a b,
  signed_square x = a -> signed_square y = b -> a - b <= 0 -> x - y <= 0.
Proof. intros x y a b A B H. assert (0 <= y - x) by (apply (squares_nonnegative y x b a); lra). lra. Qed.
Ltac same := first [ reflexivity | ring | solve [field; conditions] | f_equal; same ].
Ltac taken := repeat match goal with H : sqrt ?x = _ |- context [sqrt ?x] => rewrite H end.
Ltac rooted :=
  unfold Rdiv; repeat rewrite sqrt_inverse by (assumption || positive); unfold Rdiv; first [ring | field].
Ltac roots_there := repeat first [ lra | apply sqrt_pos | apply Rmult_le_pos ].
Ltac roots_squared :=
  repeat match goal with
  | |- 1 * 1 = 1 => ring
  | |- sqrt ?x * sqrt ?x = ?x => apply sqrt_sqrt; first [assumption | apply Rlt_le; assumption | nonnegative]
  | |- ?s * sqrt ?x * (?s * sqrt ?x) = ?r * ?x =>
      replace (s * sqrt x * (s * sqrt x)) with (s * s * (sqrt x * sqrt x)) by ring; apply f_equal2
  end.

(* Sums of single terms, by which side is larger in each; and scores that rise with a sum. *)
Ltac terms :=
  unfold ratio, guard, Rmax, Rmin in *;
  repeat match goal with
  | |- context [Rle_dec ?x ?y] => destruct (Rle_dec x y)
  | |- context [Req_EM_T ?x ?y] => destruct (Req_EM_T x y)
  end;
  repeat match goal with
  | |- context [?x * ?x] =>
      lazymatch goal with H : 0 <= x * x |- _ => fail | _ => assert (0 <= x * x) by apply Rle_0_sqr end
  end;
  first
    [ lra | nra
    | unfold Rdiv;
      match goal with
      | |- context [/ ?y] =>
          let H := fresh in assert (H : 0 < / y) by (apply Rinv_0_lt_compat; lra);
          let E := fresh in assert (E : y * / y = 1) by (field; lra); nra
      end ].
Ltac rising :=
  unfold Rdiv;
  match goal with
  | |- 0 < _ => apply Rmult_lt_0_compat; [ assumption | positive ]
  | |- 0 <= _ => apply Rmult_le_pos; [ assumption | nonnegative; positive ]
  | H : ?x = 0 |- ?x * _ = 0 => rewrite H; ring
  | |- _ * ?y < 0 => let H := fresh in assert (H : 0 < y) by positive; nra
  | |- _ * ?y <= 0 => let H := fresh in assert (H : 0 < y) by positive; nra
  end.

(* What cannot be: sums that are not zero, without their parts. *)
Ltac impossible :=
  intros;
  first
    [ lra | nra
    | repeat match goal with H : ?x = 0 |- _ => is_var x; subst x end;
      repeat match goal with
      | H : 0 < ?x, G : 0 < ?y |- _ =>
          is_var x; is_var y;
          lazymatch goal with
          | _ : 0 < x * y |- _ => fail
          | _ : 0 < y * x |- _ => fail
          | _ => assert (0 < x * y) by (apply Rmult_lt_0_compat; assumption)
          end
      end;
      nra ].
