/* Numbers with an error bound. Fractions stay exact as long as both parts are safe integers; the rest are doubles.
   A value `v` is off by at most `r`; where `d` is not 0 it is exactly n/d. NaN is no value, an `r` of Infinity a doubt. */

const STEP = 2 ** -52;
const LIBRARY = 2 ** -48;
const SMALLEST = 2 ** -900;

export class Value {
  constructor(v, r, n = 0, d = 0) {
    this.v = v;
    this.r = r;
    this.n = n;
    this.d = d;
  }
}

export const NOTHING = new Value(NaN, 0);
export const INFINITE = new Value(Infinity, 0);
const DOUBT = new Value(NaN, Infinity);

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/* The fraction n/d in lowest terms; a double where its parts are too large. */
export function number(n, d = 1) {
  if (!Number.isSafeInteger(n) || !Number.isSafeInteger(d)) return rounded(n / d, Math.abs(n / d) * 2 * STEP);
  const common = gcd(Math.abs(n), Math.abs(d)) * Math.sign(d);
  const top = n / common || 0;
  const bottom = d / common;
  const v = top / bottom;
  return new Value(v, Number.isInteger(v) ? 0 : Math.abs(v) * STEP, top, bottom);
}

function rounded(v, r) {
  if (Number.isNaN(v)) return r === Infinity ? DOUBT : NOTHING;
  if (!Number.isFinite(v)) return new Value(v, r === 0 ? 0 : Infinity);
  const size = Math.abs(v);
  const tiny = size < SMALLEST && (size > 0 || r > 0) ? SMALLEST : 0;
  return new Value(v, (r + size * STEP) * (1 + 4 * STEP) + tiny);
}

const safe = (...values) => values.every(Number.isSafeInteger);
const missing = (...values) => (values.some(each => each === NOTHING) ? NOTHING : values.find(each => Number.isNaN(each.v)));

/* -1, 0 or 1; null where the error bound does not tell. */
export function sign(a) {
  if (a.d) return Math.sign(a.n);
  if (a.r === 0) return Math.sign(a.v);
  return Math.abs(a.v) > a.r ? Math.sign(a.v) : null;
}

export function sum(a, b) {
  if (missing(a, b)) return missing(a, b);
  if (a.d && b.d) {
    const common = gcd(a.d, b.d);
    const [one, other, bottom] = [a.n * (b.d / common), b.n * (a.d / common), a.d * (b.d / common)];
    if (safe(one, other, one + other, bottom)) return number(one + other, bottom);
  }
  return rounded(a.v + b.v, Number.isFinite(a.v + b.v) ? a.r + b.r : 0);
}

export function product(a, b) {
  if (missing(a, b)) return missing(a, b);
  if (a.d && b.d) {
    const [one, other] = [gcd(Math.abs(a.n), b.d) || 1, gcd(Math.abs(b.n), a.d) || 1];
    const [top, bottom] = [(a.n / one) * (b.n / other), (a.d / other) * (b.d / one)];
    if (safe(top, bottom)) return number(top, bottom);
  }
  if (!Number.isFinite(a.v) || !Number.isFinite(b.v)) return unbounded(a.v * b.v, a, b);
  if (sign(a) === 0 || sign(b) === 0) return number(0);
  return rounded(a.v * b.v, Math.abs(a.v) * b.r + Math.abs(b.v) * a.r + a.r * b.r);
}

/* What an infinite value makes, where the signs are known. */
function unbounded(v, a, b) {
  if (sign(a) === null || sign(b) === null) return DOUBT;
  return Number.isNaN(v) ? NOTHING : new Value(v, 0);
}

export function quotient(a, b) {
  if (missing(a, b)) return missing(a, b);
  const known = sign(b);
  if (known === 0) return NOTHING;
  if (known === null) return DOUBT;
  if (a.d && b.d) return product(a, new Value(b.d / b.n, 0, Math.sign(b.n) * b.d, Math.abs(b.n)));
  const v = a.v / b.v;
  if (!Number.isFinite(a.v) || !Number.isFinite(b.v)) return unbounded(v, a, b);
  return rounded(v, (a.r + Math.abs(v) * b.r) / ((Math.abs(b.v) - b.r) * (1 - 4 * STEP)));
}

export function power(base, exponent) {
  if (missing(base, exponent)) return missing(base, exponent);
  let found = number(1);
  for (let step = 0; step < Math.abs(exponent.n); step += 1) found = product(found, base);
  return exponent.n < 0 ? quotient(number(1), found) : found;
}

export function root(a) {
  if (missing(a)) return missing(a);
  const known = sign(a);
  if (known === null) return a.v + a.r < 0 ? NOTHING : new Value(Math.sqrt(Math.max(a.v, 0)), Math.sqrt(Math.abs(a.v) + a.r) * (1 + STEP));
  if (known < 0) return NOTHING;
  const [top, bottom] = [Math.sqrt(a.n), Math.sqrt(a.d)];
  if (a.d && Number.isInteger(top) && Number.isInteger(bottom)) return number(top, bottom);
  const v = Math.sqrt(a.v);
  return rounded(v, v - Math.sqrt(Math.max(a.v - a.r, 0)) + v * STEP);
}

/* A function of the library where its slope is at most `slope` around the place. */
const measured = (v, a, slope) => rounded(v, a.r * slope * (1 + LIBRARY) + Math.abs(v) * LIBRARY);

export function log(a) {
  if (missing(a)) return missing(a);
  const known = sign(a);
  if (known === null) return DOUBT;
  if (known <= 0) return NOTHING;
  if (a.v === Infinity) return a;
  if (a.d && a.n === a.d) return number(0);
  return measured(Math.log(a.v), a, 1 / (a.v - a.r));
}

export function tanh(a) {
  if (missing(a)) return missing(a);
  if (sign(a) === 0 || !Number.isFinite(a.v)) return number(Math.tanh(a.v));
  return measured(Math.tanh(a.v), a, 1);
}

export function inverse_log2(a) {
  return quotient(log(number(2)), log(a));
}

/* How many ways there are to choose; exact as long as safe integers hold it. */
export function binomial(upper, lower) {
  let found = number(lower < 0 || lower > upper ? 0 : 1);
  for (let step = 1; step <= Math.min(lower, upper - lower); step += 1)
    found = product(found, number(upper - step + 1, step));
  return found;
}

export function log_binomial(upper, lower) {
  return missing(upper, lower) ?? log(binomial(upper.n, lower.n));
}

function extreme(a, b, direction) {
  if (missing(a, b)) return missing(a, b);
  const known = sign(sum(a, product(number(-1), b)));
  if (known !== null) return known * direction >= 0 ? a : b;
  const higher = (a.v - b.v) * direction >= 0 ? a : b;
  return new Value(higher.v, Math.max(a.r, b.r));
}

export const maximum = (a, b) => extreme(a, b, 1);
export const minimum = (a, b) => extreme(a, b, -1);

export function guard(value, quantity, otherwise) {
  if (missing(quantity)) return missing(quantity);
  const known = sign(quantity);
  if (known === null) return DOUBT;
  return known === 0 ? otherwise : value;
}

export function ratio(top, bottom, otherwise) {
  if (missing(bottom)) return missing(bottom);
  const known = sign(bottom);
  if (known === null) return DOUBT;
  return known === 0 ? otherwise : quotient(top, bottom);
}

/* What the rows of a domain add up to: see axiometrics/formulas/rows.py for the folds. */
export function reduced(output, domain, ...bodies) {
  const { rows, fold } = output.domain(domain);
  if (fold === "cascade") {
    let found = number(0);
    for (const row of [...rows].reverse()) {
      const [value, stop] = bodies.map(body => body(row));
      found = sum(product(value, stop), product(sum(number(1), product(number(-1), stop)), found));
    }
    return found;
  }
  const terms = rows.map(row => (row.times ? product(bodies[0](row), row.times) : bodies[0](row)));
  if (fold === "sum") return total(terms);
  const members = new Map();
  rows.forEach((row, place) => members.set(row.group, [...(members.get(row.group) ?? []), terms[place]]));
  const groups = [...members.values()];
  if (fold === "best") return total(groups.map(group => group.reduce(maximum)));
  return groups.map(total).reduce(fold === "largest" ? maximum : minimum);
}

const total = terms => terms.reduce(sum, number(0));
