/* Scores of outputs by formulas that were generated from the metrics' definitions, and how two scores compare. */

import { INFINITE, NOTHING, guard, inverse_log2, log, log_binomial, maximum, minimum, number, power, product, quotient, ratio, reduced, root, sign, sum, tanh } from "./arithmetic.js";
import { TASKS } from "./tasks/all.js";

export const A = { INFINITE, NOTHING, guard, inverse_log2, log, log_binomial, maximum, minimum, number, power, product, quotient, ratio, reduced, root, sum, tanh };

/* The score of an output in notation; where the formula's open parameter is set, `at` is its value. */
export const score = (task, formula, text, at = null) => scorer(task, formula, text)(at);

/* The same with the output read once, as a function of the open parameter. */
export function scorer(task, formula, text) {
  const output = TASKS[task].read(text, formula.weighting ?? undefined);
  if (output.constant) return () => output.constant;
  return (at = null) => {
    const found = at === null ? formula.run(A, output) : formula.open.run(A, output, { [formula.open.name]: number(Math.round(at * 1000), 1000) });
    return output.times ? product(output.times, found) : found;
  };
}

/* What a second score is against a first: "higher", "lower", "tie" (also within the error bound), or why there is none. */
export function compared(one, other) {
  if (Number.isNaN(one.v) || Number.isNaN(other.v)) return one.r === Infinity || other.r === Infinity ? "open" : "undefined";
  if (one.v === other.v && !Number.isFinite(one.v)) return "tie";
  const known = sign(sum(other, product(number(-1), one)));
  return known > 0 ? "higher" : known < 0 ? "lower" : "tie";
}
