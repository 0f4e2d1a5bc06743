/* Two lists of items, best first, tied ones in brackets: gold=b a d system=a (b c). */

import { number, product, quotient, sum } from "../arithmetic.js";
import { Output, Refusal, quoted, range } from "./output.js";

const EXAMPLE = "both lists, as in gold=b a d system=a (b c)";
const total = values => values.reduce(sum, number(0));

export function readRankSimilarity(text) {
  const found = /^\s*gold=(.*?)\s+system=(.*?)\s*$/.exec(text);
  if (!found) throw new Refusal(`${quoted(text)} is not understood; write ${EXAMPLE}`);
  return compared(found.slice(1).map(list), found[1]);
}

/* Every item with the ranks above its group, and the group's size. */
function list(part) {
  if (part.replace(/\(\s*[^\s()][^()]*\)|[^\s()]+/g, "").trim()) throw new Refusal(`${quoted(part)} is no list; write ${EXAMPLE}`);
  const spans = new Map();
  for (const [, tied, one] of part.matchAll(/\(([^()]*)\)|([^\s()]+)/g)) {
    const group = (tied ?? one).split(/\s+/).filter(Boolean), above = spans.size;
    for (const item of group) {
      if (spans.has(item)) throw new Refusal(`a list has the item ${quoted(item)} twice; list every item once`);
      spans.set(item, { above, size: group.length });
    }
  }
  if (!spans.size) throw new Refusal(`a list is empty; write ${EXAMPLE}`);
  return spans;
}

function present({ above, size }, depth, ties) {
  if (above >= depth) return number(0);
  return ties === "w" || above + size <= depth ? number(1) : number(depth - above, size);
}

function compared(sides, gold) {
  const [one, other] = sides, both = [...one.keys()].filter(item => other.has(item));
  const [s, l] = [one.size, other.size].sort((a, b) => a - b), X = both.length, q = s === l && l === X ? 1 : 0;
  const overlap = (depth, ties) => total(both.map(item => product(present(one.get(item), depth, ties), present(other.get(item), depth, ties))));
  const weight = (side, depth, ties) => sum(number(Math.max(0, depth - side.size)), total([...side.values()].map(span => present(span, depth, ties)).map(share => product(share, share))));
  const row = (d, ties) => {
    const e = Math.max(0, d - s), z = overlap(d, ties);
    const [g, h] = [one, other].map(side => ties === "b" && e ? number(d) : weight(side, d, ties));
    return { d, x: sum(z, quotient(product(number(e), overlap(s, ties)), number(s))), z, g, h, e };
  };
  return new Output(gold, { s, l, X, F: s + l - X, q }, domain => {
    const [kind, ties] = domain.split("_");
    if (kind === "beyond") return { rows: range(l + 1, s + l - X).map(d => ({ d, y: X - s - l + 2 * d })) };
    if (kind === "pairs") return { rows: both.flatMap((item, place) => both.slice(0, place).map(each => ({ t: Math.sign(one.get(item).above - one.get(each).above) * Math.sign(other.get(item).above - other.get(each).above) }))) };
    if (kind === "items") return { rows: q ? [...other.keys()].flatMap(item => shares(one, other, item)) : [] };
    return { rows: range(kind === "end" ? l : 1, kind === "shared" ? s : l).map(d => row(d, ties)) };
  });
}

/* Which share of what is above an item of the system is above it in gold, at each rank that ties let it have. */
function shares(gold, system, item) {
  const { above, size } = system.get(item);
  const before = each => number(1 - Math.sign(gold.get(each).above - gold.get(item).above), 2);
  const known = [...system.keys()].filter(each => each !== item);
  const earlier = total(known.filter(each => system.get(each).above < above).map(before));
  const beside = total(known.filter(each => system.get(each).above === above).map(before));
  return range(0, size - 1).filter(place => above + place).map(place => {
    const part = size > 1 ? product(number(place, size - 1), beside) : number(0);
    return { c: quotient(sum(earlier, part), number((above + place) * size)) };
  });
}
