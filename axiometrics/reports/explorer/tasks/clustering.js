/* Clusterings: {a a b}{c} has two clusters; words are gold categories. */

import { binomial, number, product, quotient } from "../arithmetic.js";
import { Output, Refusal, counted, range, repeated, sets } from "./output.js";

const EXAMPLE = "clusters in braces and items by their category, as in {a a b}{c}";

export function readClustering(text) {
  const clusters = sets(text, EXAMPLE).map(words => words.flatMap(word => {
    const [, name, count] = /^([^^]+)\^(\d+)$/.exec(word) ?? [null, word, 1];
    return repeated(name, count, word);
  }));
  if (clusters.some(items => !items.length)) throw new Refusal(`a cluster is empty; leave it out, or put items into it: ${EXAMPLE}`);
  if (!clusters.length) throw new Refusal(`there are no items; write ${EXAMPLE}`);
  return table(clusters.map(counted));
}

function table(clusters) {
  const sizes = clusters.map(cells => [...cells.values()].reduce((a, b) => a + b));
  const categories = new Map();
  for (const cells of clusters) for (const [name, n] of cells) categories.set(name, (categories.get(name) ?? 0) + n);
  const items = sizes.reduce((a, b) => a + b);
  const cells = clusters.flatMap((own, place) => [...own].map(([name, n]) => ({ n, a: sizes[place], b: categories.get(name), cluster: `${place}`, category: name })));
  const grouped = by => ({ rows: cells.map(({ n, a, b, [by]: group }) => ({ n, a, b, group })), fold: "best" });
  const makers = {
    cells: () => ({ rows: cells.map(({ n, a, b }) => ({ n, a, b })) }),
    clusters: () => ({ rows: sizes.map(a => ({ a })) }),
    categories: () => ({ rows: [...categories.values()].map(b => ({ b })) }),
    best_in_cluster: () => grouped("cluster"),
    best_in_category: () => grouped("category"),
    expected: () => ({ rows: overlaps(sizes, [...categories.values()], items) }),
  };
  const gold = [...categories].sort().map(([name, n]) => `${n} of ${name}`).join(", ");
  return new Output(gold, { N: items, R: sizes.length, K: categories.size }, domain => makers[domain]());
}

/* Every possible overlap of a cluster and a category, as often as random labels have it. */
function overlaps(clusters, categories, items) {
  return clusters.flatMap(a => categories.flatMap(b => range(Math.max(1, a + b - items), Math.min(a, b)).map(n => {
    const ways = product(binomial(b, n), binomial(items - b, a - n));
    return { n, a, b, times: product(number(1), quotient(ways, binomial(items, a))) };
  })));
}
