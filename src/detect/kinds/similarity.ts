import { z } from 'zod';
import { section, text, wanted } from '../../config/index.ts';
import type { Condition, Need } from '../model/condition.ts';
import type { DetectorKind, KindContext } from '../model/detector-kind.ts';
import { findLanguage } from '../words/find-language.ts';
import { SegmentReading } from '../words/segment-reading.ts';
import { isStopWord } from '../words/stop-words.ts';
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

/** C11: similar to a given text, by the cosine of the words' weights (TF-IDF). */
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

type Weights = ReadonlyMap<string, number>;

function similarTo(given: string, percent: number, { language, stemmers }: KindContext): Condition {
  const reading = new SegmentReading(given, null, stemmers);
  const spoken = language ?? findLanguage(reading.words);
  const stemsOf = (one: SegmentReading): readonly string[] =>
    spoken === null ? one.words : one.stems(spoken);
  const rarity = rarityIn(reading, stemsOf(reading));
  const weigh = (one: SegmentReading): Weights => weights(one.words, stemsOf(one), rarity);
  const sought = weigh(reading);
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
      const found = Math.round(cosine(sought, weigh(here)) * 100);
      if (found < percent) return null;
      const shared = stemsOf(here).flatMap((stem, i) => (sought.has(stem) ? [{ first: i, last: i }] : []));
      const reason = `the page ${says(subject)} a text that is ${found} % similar to “${shortened(given)}”`;
      return wordFinding(here, shared, reason);
    },
  };
}

const shortened = (given: string): string => (given.length > 60 ? `${given.slice(0, 57)}…` : given);

/** How rare a word is: by the sentences of the given text, which is all that is known about its subject. */
function rarityIn(reading: SegmentReading, stems: readonly string[]): (stem: string) => number {
  const sentencesWith = new Map<string, Set<number>>();
  for (const [i, stem] of stems.entries()) {
    const number = reading.sentenceAt(reading.split.starts[i] ?? 0);
    const before = sentencesWith.get(stem);
    if (before === undefined) sentencesWith.set(stem, new Set([number]));
    else before.add(number);
  }
  const all = reading.sentences.length;
  return (stem) => Math.log(1 + all / (sentencesWith.get(stem)?.size ?? 1));
}

/** The weight of each word, as a vector of length 1. The most frequent words of a language weigh nothing. */
function weights(
  words: readonly string[],
  stems: readonly string[],
  rarity: (stem: string) => number,
): Weights {
  const counts = new Map<string, number>();
  for (const [i, stem] of stems.entries())
    if (!isStopWord(words[i] ?? '')) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const raw = [...counts].map(([stem, count]) => [stem, (1 + Math.log(count)) * rarity(stem)] as const);
  const length = Math.hypot(...raw.map(([, weight]) => weight));
  return new Map(raw.map(([stem, weight]) => [stem, weight / length]));
}

function cosine(a: Weights, b: Weights): number {
  let sum = 0;
  for (const [stem, weight] of a) sum += weight * (b.get(stem) ?? 0);
  return sum;
}

/**
 * A text that has none of the weightiest words cannot be similar enough: what the others weigh together, as a vector, is the most
 * that it can reach.
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
    // Half a per cent is added by rounding.
    if (Math.sqrt(Math.max(rest, 0)) < least - 0.005) break;
    need.push(
      language === null ? { form: 'word', text: word(stem) } : { form: 'stem', text: word(stem), language },
    );
    rest -= weight * weight;
  }
  return [need];
}
