/* Combinations: component scores, P=3/4 R=1, the same times a number (1/2 * P=3/4 R=1), or a number to compare with. */

import { number } from "../arithmetic.js";
import { Output, Refusal, fraction, quoted } from "./output.js";

const EXAMPLE = "scores from 0 to 1, as in P=3/4 R=1";

export function readCombination(text) {
  const found = /^(?:(\S+)\s*\*\s*)?P=(\S+)\s+R=(\S+)(?:\s+S=(\S+))?$/.exec(text.trim());
  if (!found && text.includes("=")) throw new Refusal(`${quoted(text)} is not understood; write ${EXAMPLE}`);
  if (!found) return Object.assign(new Output("", {}, () => ({ rows: [] })), { constant: fraction(text) });
  if (found[4]) throw new Refusal("this page combines two scores; the command line combines three, too");
  const [times, ...scores] = found.slice(1).map(part => (part === undefined ? undefined : fraction(part)));
  const wrong = scores.find(score => score && (score.v < 0 || score.v > 1));
  if (wrong) throw new Refusal(`the score ${wrong.v} is out of range; write ${EXAMPLE}`);
  return Object.assign(new Output("", { P: scores[0], R: scores[1] }, () => ({ rows: [] })), { times: times ?? number(1) });
}
