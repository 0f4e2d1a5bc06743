/* How the notation of every task is read, and an example of two outputs of one gold. */

import { readClassification } from "./classification.js";
import { readClustering } from "./clustering.js";
import { readCombination } from "./combination.js";
import { readDiversity } from "./diversity.js";
import { readFiltering } from "./filtering.js";
import { readMultilabel } from "./multilabel.js";
import { readOrdinal } from "./ordinal.js";
import { readOrganization } from "./organization.js";
import { readOverlapping } from "./overlapping.js";
import { readProbabilistic } from "./probabilistic.js";
import { readQuantification } from "./quantification.js";
import { readRankSimilarity } from "./rank_similarity.js";
import { readRanking } from "./ranking.js";

export const TASKS = {
  clustering: { read: readClustering, example: ["{b c}{a b c}", "{b}{c}{a b c}"] },
  filtering: { read: readFiltering, example: ["tp=3 fp=1 fn=2 tn=4", "tp=4 fp=3 fn=1 tn=2"] },
  overlapping: { read: readOverlapping, example: ["{a b c} | {a b}{b c}", "{a b}{b c} | {a b}{b c}"] },
  ranking: { read: readRanking, example: ["-^5 r r -", "- - - - r - - r"] },
  diversity: { read: readDiversity, example: ["a a - | b", "a b - | a"] },
  classification: { read: readClassification, example: ["[2 1 0; 0 1 1; 0 0 2]", "[2 0 1; 0 2 0; 0 0 2]"] },
  multilabel: { read: readMultilabel, example: ["a > b, c   gold b | c   system b | a", "a > b, c   gold b | c   system b | b"] },
  ordinal: { read: readOrdinal, example: ["[2 1 0; 0 1 1; 0 0 2]", "[2 0 1; 0 2 0; 0 0 2]"] },
  probabilistic: { read: readProbabilistic, example: ["7/10 3/10: 2; 3/5 2/5: 1; 0 1: 2", "1/2 1/2: 2; 1/2 1/2: 1; 0 1: 2"] },
  quantification: { read: readQuantification, example: ["gold=1/2 0 1/2 system=1 0 0", "gold=1/2 0 1/2 system=1/2 1/2 0"] },
  organization: { read: readOrganization, example: ["[d1] [d2] | [d1 d2]", "[{d1 d2}] | [d1 d2]"] },
  combination: { read: readCombination, example: ["P=3/4 R=1/4", "P=1/2 R=1/2"] },
  rank_similarity: { read: readRankSimilarity, example: ["gold=a b c system=b a c", "gold=a b c system=a c b"] },
};

/* Whether the page knows how to read outputs of a task; those of plug-ins are read by the command line alone. */
export const isPlayable = task => Object.hasOwn(TASKS, task);
