/* Probability forecasts: 1/2 1/2: 2; 3 x 1/4 3/4: 1, each with the number of the class that happened. */

import { number } from "../arithmetic.js";
import { Output, Refusal, fraction, quoted, range, repeated } from "./output.js";

const EXAMPLE = "1/2 1/2: 2; 3 x 1/4 3/4: 1, with the number of the class that happened after the colon";
const added = values => values.reduce((a, b) => a + b, 0);
const divisor = (a, b) => b ? divisor(b, a % b) : a;

export function readProbabilistic(text) {
  const items = text.split(";").flatMap(item);
  const classes = items[0].forecast.length;
  items.forEach(({ forecast, outcome }, place) => {
    const row = `row ${place + 1}`;
    if (forecast.length !== classes || classes < 2) throw new Refusal(`${row} has ${forecast.length} probabilities and row 1 has ${classes}; give every row one for each of the classes, at least two`);
    if (outcome > classes) throw new Refusal(`${row} has the outcome ${outcome}; classes are numbered 1 to ${classes}`);
  });
  const bottom = items.flatMap(each => each.forecast).reduce((all, { d }) => all / divisor(all, d) * d, 1);
  if (bottom > 1e6) throw new Refusal("the probabilities have too fine a common denominator for this page; the command line takes any");
  const rows = items.map(({ forecast, outcome }, place) => {
    const top = forecast.map(({ n, d }) => n * (bottom / d));
    if (added(top) !== bottom) throw new Refusal(`the probabilities of row ${place + 1} do not sum to 1`);
    return { top, happened: outcome - 1 };
  });
  return output(rows, classes, bottom);
}

function item(text) {
  const found = /^\s*(?:([1-9]\d*)\s*x\s+)?([^:]*):\s*([1-9]\d*)\s*$/.exec(text);
  if (!found) throw new Refusal(`cannot read ${quoted(text.trim())}; write ${EXAMPLE}`);
  const forecast = found[2].split(/\s+/).filter(Boolean).map(word => {
    const value = fraction(word);
    if (!(value.v >= 0 && value.v <= 1)) throw new Refusal(`${quoted(word)} is no probability; they are from 0 to 1`);
    return parts(word);
  });
  return repeated({ forecast, outcome: Number(found[3]) }, found[1], text);
}

/* A number in lowest terms. */
function parts(word) {
  const [, whole, digits = "", under = "1"] = /^\+?(\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(word);
  const [n, d] = [Number(whole + digits), Number(under) * 10 ** digits.length];
  const common = divisor(n, d) || 1;
  return { n: n / common, d: d / common };
}

function output(items, classes, bottom) {
  const share = n => number(n, bottom);
  const event = items.map(({ top, happened }) => ({ n: top[1], hit: happened === 1 ? 1 : 0 }));
  const groups = () => {
    const known = [...new Set(event.map(({ n }) => n))].sort((a, b) => a - b);
    return known.map(p => {
      const [own, above, below] = [event.filter(({ n }) => n === p), event.filter(({ n }) => n >= p), event.filter(({ n }) => n <= p)];
      const hits = some => added(some.map(({ hit }) => hit));
      const c = added(below.map(({ n, hit }) => n - bottom * hit));
      return { p: share(p), n: own.length, e: hits(own), A: above.length, B: hits(above), c: share(c) };
    });
  };
  const blocks = () => {
    const found = [];
    for (const { n, e } of groups().map(each => ({ n: each.n, e: each.e }))) {
      found.push({ n, e });
      while (found.length > 1 && found.at(-2).e * found.at(-1).n >= found.at(-1).e * found.at(-2).n) {
        const last = found.pop();
        found[found.length - 1] = { n: found.at(-1).n + last.n, e: found.at(-1).e + last.e };
      }
    }
    return found;
  };
  const forecastGroups = () => {
    const known = new Map(items.map(each => [each.top.join(" "), []]));
    for (const each of items) known.get(each.top.join(" ")).push(each);
    return [...known.values()].flatMap(own => range(0, classes - 1).map(k => ({
      q: share(own[0].top[k]), n: own.length, e: own.filter(each => each.happened === k).length, b: items.filter(each => each.happened === k).length,
    })));
  };
  const ofItem = ({ top, happened }) => {
    const best = top.reduce((a, b) => b > a ? b : a);
    const first = top.indexOf(best), squares = added(top.map(n => n * n));
    return {
      t: share(top[happened]), s: number(squares, bottom * bottom), m: top.filter(n => n === best).length, h: top[happened] === best ? 1 : 0,
      f: first === happened ? 1 : 0, p: share(top[1]), y: happened === 1 ? 1 : 0,
    };
  };
  const entries = () => items.flatMap(({ top, happened }) => top.map((n, k) => ({
    q: share(n), o: happened === k ? 1 : 0, Q: share(added(top.slice(0, k + 1))), O: happened <= k ? 1 : 0,
  })));
  const series = of => {
    if (of === "event") return [event];
    if (of === "classes") return range(0, classes - 1).map(k => items.map(({ top, happened }) => ({ n: top[k], hit: happened === k ? 1 : 0 })));
    return [items.map(({ top, happened }) => {
      const first = top.indexOf(top.reduce((a, b) => b > a ? b : a));
      return { n: top[first], hit: first === happened ? 1 : 0 };
    })];
  };
  const width = (some, count, closed) => {
    const place = n => closed === "left" ? [Math.floor(n * count / bottom), count - 1].sort((a, b) => a - b)[0] : [Math.ceil(n * count / bottom) - 1, 0].sort((a, b) => b - a)[0];
    return range(0, count - 1).map(bin => some.filter(({ n }) => place(n) === bin));
  };
  const mass = (some, count) => {
    const ordered = some.map((each, at) => ({ ...each, at })).sort((a, b) => a.n - b.n || a.at - b.at);
    const [short, longer] = [Math.floor(some.length / count), some.length % count];
    return range(0, count - 1).map(bin => ordered.splice(0, short + (bin < longer ? 1 : 0)));
  };
  const bins = (kind, size, closed, of) => series(of).flatMap(some => {
    const used = (kind === "mass" ? mass(some, Number(size)) : width(some, Number(size), closed)).filter(own => own.length);
    return used.map(own => ({ n: own.length, d: share(added(own.map(({ n, hit }) => n - bottom * hit))), r: used.length }));
  });
  const alone = rows => ({ rows: rows.map((each, group) => ({ ...each, group })), fold: "largest" });
  const makers = {
    items: () => ({ rows: items.map(ofItem) }), entries: () => ({ rows: entries() }), groups: () => ({ rows: groups() }),
    largest: () => alone(groups()), forecast_groups: () => ({ rows: forecastGroups() }), blocks: () => ({ rows: blocks() }),
  };
  const quantities = { N: items.length, K: classes, E: added(event.map(({ hit }) => hit)) };
  const rows = domain => {
    if (domain in makers) return makers[domain]();
    const [kind, size, closed, of] = domain.split("_");
    const found = bins(kind, size, closed, of);
    return kind === "widest" ? alone(found) : { rows: found };
  };
  return new Output(items.map(({ happened }) => happened + 1).join(" "), quantities, rows);
}
