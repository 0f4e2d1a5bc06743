/* Scores of outputs by formulas that were generated from the metrics' definitions, and how two scores compare. */

import { INFINITE, NOTHING, guard, inverse_log2, log, log_binomial, maximum, minimum, number, power, product, quotient, ratio, reduced, root, sign, sum, tanh } from "./arithmetic.js";
import { TASKS } from "./tasks/all.js";

export const A = { INFINITE, NOTHING, guard, inverse_log2, log, log_binomial, maximum, minimum, number, power, product, quotient, ratio, reduced, root, sum, tanh };

/* A formula with one of its parameters moved: to a number of its interval, or to one of its points. */
export function moved(formula, { name, points, run }, at) {
  if (points) return { weighting: points[at].weighting, run: points[at].run ?? formula.run };
  const values = { [name]: number(Math.round(at * 1000), 1000) };
  return { weighting: formula.weighting, run: (arithmetic, output) => run(arithmetic, output, values) };
}

/* The score of an output in notation. */
export const score = (task, formula, text) => scorer(task, text)(formula);

/* The same as a function of the formula; the output is read once for formulas that weigh it alike. */
export function scorer(task, text) {
  const known = new Map();
  return ({ weighting, run }) => {
    const key = JSON.stringify(weighting ?? null);
    if (!known.has(key)) known.set(key, TASKS[task].read(text, weighting ?? undefined));
    const output = known.get(key);
    if (output.constant) return output.constant;
    const found = run(A, output);
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
