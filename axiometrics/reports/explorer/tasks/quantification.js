/* Quantification: two distributions over ordered classes, gold=1/2 1/4 1/4 system=1 0 0. */

import { number, sum } from "../arithmetic.js";
import { Output, Refusal, fraction, quoted, range } from "./output.js";

export function readQuantification(text) {
  const found = /^\s*gold\s*=([^=]*?)\s*system\s*=([^=]*)$/.exec(text);
  if (!found) throw new Refusal(`${quoted(text)} does not give both distributions; write gold=1/2 1/4 1/4 system=1 0 0`);
  const [gold, system] = [shares(found[1], "gold"), shares(found[2], "system")];
  if (gold.length !== system.length) throw new Refusal(`gold has ${gold.length} classes and system has ${system.length}; give a share for every class of both, 0 for an empty one`);
  return distributions(gold, system, found[1].trim());
}

function shares(text, side) {
  const found = text.replaceAll(",", " ").split(/\s+/).filter(Boolean).map(fraction);
  if (!found.length) throw new Refusal(`${side} has no classes; give a share for every class`);
  const low = found.find(share => share.v < 0);
  if (low) throw new Refusal(`${side} has the share ${low.v}; shares are numbers from 0 to 1`);
  const total = found.reduce(sum);
  if (!(total.d === 1 && total.n === 1)) throw new Refusal(`the shares of ${side} add up to ${total.v}; they must add up to 1`);
  return found;
}

const below = shares => shares.map((_, place) => shares.slice(0, place + 1).reduce(sum));

function distributions(gold, system, text) {
  const [sums, golds] = [below(system), below(gold)];
  const at = range(0, gold.length - 1).map(place => ({ p: system[place], q: gold[place], P: sums[place], Q: golds[place], k: place + 1 }));
  const pair = (one, { p: r, q: s, P: R, Q: S, k: l }) => ({ ...one, r, s, R, S, l });
  const least = gold.reduce((a, b) => (b.v < a.v ? b : a));
  return new Output(text.replace(/\s+/g, " "), { K: number(gold.length), L: least },
    domain => ({ rows: domain === "classes" ? at : at.flatMap(one => at.map(other => pair(one, other))) }));
}
