import { z } from 'zod';
import { wanted } from '../../config/index.ts';
import type {
  ConditionEntry,
  DetectorCondition,
  DetectorKind,
  Finding,
  Need,
  Subject,
} from '../model/detector-kind.ts';

type Conditions = readonly ConditionEntry[];

const listOfConditions = (condition: z.ZodType<ConditionEntry>, description: string) => {
  const error = wanted('a list of conditions', '- words: [virus, flu]');
  return z.array(condition, { error }).min(1, { error }).describe(description);
};

/** About segments as soon as one of the parts is: a condition about the page holds for each of its segments. */
const aboutOf = (parts: readonly DetectorCondition[]): DetectorCondition['about'] =>
  parts.some(({ about }) => about === 'segment') ? 'segment' : 'page';

const readsAgain = (parts: readonly DetectorCondition[]): boolean => parts.every((part) => part.readsAgain);

const inWordsOf = (parts: readonly DetectorCondition[], between: string): string =>
  parts.map(({ inWords }) => inWords).join(between);

export const all: DetectorKind<Conditions> = {
  key: 'all',
  schema: (condition) => listOfConditions(condition, 'Conditions that must all hold for one segment.'),
  compile: (value, context) => combineAll(value.map(context.compile)),
};

export const any: DetectorKind<Conditions> = {
  key: 'any',
  schema: (condition) => listOfConditions(condition, 'Conditions of which one must hold.'),
  compile: (value, context) => {
    const parts = value.map(context.compile);
    return {
      about: aboutOf(parts),
      needs: needsOfAny(parts),
      readsAgain: readsAgain(parts),
      inWords: inWordsOf(parts, ', or '),
      find: (subject) => {
        for (const part of parts) {
          const found = part.find(subject);
          if (found !== null) return found;
        }
        return null;
      },
    };
  },
};

export const none: DetectorKind<Conditions> = {
  key: 'none',
  schema: (condition) => listOfConditions(condition, 'Conditions that must not hold for that segment.'),
  compile: (value, context) => {
    const parts = value.map(context.compile);
    const inWords = `none of: ${inWordsOf(parts, ', ')}`;
    return {
      about: aboutOf(parts),
      needs: [],
      readsAgain: readsAgain(parts),
      inWords,
      find: (subject) =>
        parts.some((part) => part.find(subject) !== null)
          ? null
          : { words: [], number: null, reason: inWords },
    };
  },
};

/** Also combines the keys of one detector, such as `all` beside `none`. */
export function combineAll(parts: readonly DetectorCondition[]): DetectorCondition {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return {
    about: aboutOf(parts),
    needs: parts.flatMap(({ needs }) => needs),
    readsAgain: readsAgain(parts),
    inWords: inWordsOf(parts, ', and '),
    find: (subject) => findAll(parts, subject),
  };
}

function findAll(parts: readonly DetectorCondition[], subject: Subject): Finding | null {
  const found: Finding[] = [];
  for (const part of parts) {
    const one = part.find(subject);
    if (one === null) return null;
    found.push(one);
  }
  const shownBy = found.find((one) => one.shownBy !== undefined)?.shownBy;
  return {
    words: found.flatMap(({ words }) => words).toSorted((a, b) => a.start - b.start),
    number: found.find(({ number }) => number !== null)?.number ?? null,
    reason: found.map(({ reason }) => reason).join(', and '),
    ...(shownBy !== undefined && { shownBy }),
  };
}

/** One need of each part, joined; none when a part has none. */
function needsOfAny(parts: readonly DetectorCondition[]): readonly Need[] {
  const joined: Need[number][] = [];
  for (const { needs } of parts) {
    const [need] = needs.toSorted((a, b) => a.length - b.length);
    if (need === undefined) return [];
    joined.push(...need);
  }
  return [joined];
}
