import { z } from 'zod';
import { getOrInsert } from '../../base/index.ts';
import { section, text, wanted } from '../../config/index.ts';
import type { DetectorCondition, DetectorKind, KindContext, Need } from '../model/detector-kind.ts';
import { findLanguage } from '../words/find-language.ts';
import { SegmentReading, type TellingWords } from '../words/segment-reading.ts';
import { says, wordFinding } from './word-list.ts';

const EXAMPLE = "{ to: 'Bird flu has reached the coast.', atLeast: 40% }";
const usualShare = 40;

interface Similar {
  readonly to: string;
  readonly atLeast?: string | undefined;
}

const share = z
  .string({ error: wanted('a percentage', 'atLeast: 40%') })
  .regex(/^(?:100|[1-9]\d?) ?%$/, { error: wanted('a percentage', 'atLeast: 40%') });

/** Similar to a given text, by the cosine of the words' weights (TF-IDF). */
export const similar: DetectorKind<Similar> = {
  key: 'similar',
  schema: () =>
    section('a text to compare with', EXAMPLE, {
      to: text('a text', EXAMPLE).describe('A text such as those you look for.'),
      atLeast: share.optional().describe(`How similar a segment must be. Default: ${usualShare}%.`),
    }).describe('Texts that are about the same as a given one.'),
  compile: (value, context) =>
    similarTo(value.to, Number.parseInt(value.atLeast ?? `${usualShare}`, 10), context),
};

/** The words of the given text with their weights, as a vector of length 1. */
type Weights = ReadonlyMap<string, number>;

function similarTo(given: string, percent: number, { language, stemmers }: KindContext): DetectorCondition {
  const reading = new SegmentReading(given, { language: null }, stemmers);
  const spoken = language ?? findLanguage(reading.words);
  const stemsOf = (one: SegmentReading): readonly string[] =>
    spoken === null ? one.words : one.stems(spoken);
  const rarity = rarityIn(reading, stemsOf(reading));
  const sought = weightsOf(reading.tellingWords(stemsOf(reading)), rarity);
  if (sought.size === 0) throw new SyntaxError(`"${given}" has no words that say what it is about`);
  const sayable = new Map(stemsOf(reading).map((stem, i) => [stem, reading.words[i] ?? stem]));
  return {
    about: 'segment',
    needs: needsFor(sought, percent / 100, (stem) => sayable.get(stem) ?? stem, spoken),
    readsAgain: false,
    inWords: `a text that is ${percent} % similar to “${shortened(given)}”`,
    find: (subject) => {
      if (subject.segment === null) return null;
      const { reading: here } = subject.segment;
      if (mostSimilar(sought, stemsOf(here)) < percent / 100 - rounding) return null;
      const found = Math.round(cosine(sought, here.tellingWords(stemsOf(here)), rarity) * 100);
      if (found < percent) return null;
      const shared = stemsOf(here).flatMap((stem, i) => (sought.has(stem) ? [{ first: i, last: i }] : []));
      const reason = `the page ${says(subject)} a text that is ${found} % similar to “${shortened(given)}”`;
      return wordFinding(here, shared, reason);
    },
  };
}

const shortened = (given: string): string => (given.length > 60 ? `${given.slice(0, 57)}…` : given);

/** How rare words are, measured by the sentences of the given text, because nothing else is known about its subject. */
interface Rarity {
  of(stem: string): number;
  /** For words that are not in the given text. */
  readonly ofOthers: number;
}

function rarityIn(reading: SegmentReading, stems: readonly string[]): Rarity {
  const sentencesWith = new Map<string, Set<number>>();
  for (const [i, stem] of stems.entries()) {
    getOrInsert(sentencesWith, stem, () => new Set()).add(reading.sentenceAt(reading.split.starts[i] ?? 0));
  }
  const all = reading.sentences.length;
  return {
    of: (stem) => Math.log(1 + all / (sentencesWith.get(stem)?.size ?? 1)),
    ofOthers: Math.log(1 + all),
  };
}

function weightsOf({ weights }: TellingWords, rarity: Rarity): Weights {
  const raw = [...weights].map(([stem, weight]) => [stem, weight * rarity.of(stem)] as const);
  const length = Math.hypot(...raw.map(([, weight]) => weight));
  return new Map(raw.map(([stem, weight]) => [stem, weight / length]));
}

/** An upper bound of the cosine, whatever other words a text has. Fast to compute, and mostly enough to rule the text out. */
function mostSimilar(sought: Weights, stems: readonly string[]): number {
  let sum = 0;
  for (const stem of stems) sum += (sought.get(stem) ?? 0) ** 2;
  return Math.sqrt(sum);
}

/** Rounding may add half a per cent. */
const rounding = 0.005;

/** Reads only the words that both texts have: the length of the other vector follows from its sum of squares. */
function cosine(sought: Weights, { weights, sumOfSquares }: TellingWords, rarity: Rarity): number {
  let product = 0;
  let square = sumOfSquares * rarity.ofOthers ** 2;
  for (const [stem, weight] of sought) {
    const other = weights.get(stem);
    if (other === undefined) continue;
    const rare = rarity.of(stem);
    product += weight * other * rare;
    square += other ** 2 * (rare ** 2 - rarity.ofOthers ** 2);
  }
  return product === 0 ? 0 : product / Math.sqrt(square);
}

/**
 * A text without any of the weightiest words cannot be similar enough: the length of the vector of the other words is the upper bound of
 * its similarity.
 */
function needsFor(
  sought: Weights,
  least: number,
  word: (stem: string) => string,
  language: string | null,
): readonly Need[] {
  const heaviest = [...sought].toSorted(([, a], [, b]) => b - a);
  let rest = 1;
  const need: Need[number][] = [];
  for (const [stem, weight] of heaviest) {
    if (Math.sqrt(Math.max(rest, 0)) < least - rounding) break;
    need.push(
      language === null ? { form: 'word', text: word(stem) } : { form: 'stem', text: word(stem), language },
    );
    rest -= weight * weight;
  }
  return [need];
}
