import type { z } from 'zod';
import { complain } from '../../config/index.ts';
import type { FoundNumber } from '../model/match.ts';
import type { TextNumber } from '../numbers/find-numbers.ts';

/** What is asked of a number: one of these. Changes are a number, or a percentage as in `5%`. */
export interface NumberLimits {
  readonly below?: number | undefined;
  readonly above?: number | undefined;
  readonly changesBy?: number | string | undefined;
  readonly risesBy?: number | string | undefined;
  readonly fallsBy?: number | string | undefined;
}

const limitKeys = ['below', 'above', 'changesBy', 'risesBy', 'fallsBy'] as const;

interface NumberTest {
  readonly inWords: string;
  holds(number: FoundNumber): boolean;
}

/** All limits together. A state is told when it begins or when the number in it changes; a change is told when it happens. */
export function numberTest(limits: NumberLimits): NumberTest {
  const tests = limitKeys.flatMap((key): NumberTest[] => {
    const limit = limits[key];
    if (limit === undefined) return [];
    return [key === 'below' || key === 'above' ? stateTest(key, Number(limit)) : changeTest(key, limit)];
  });
  return {
    inWords: tests.map(({ inWords }) => inWords).join(' and '),
    holds: (number) => number.before !== number.after && tests.every((test) => test.holds(number)),
  };
}

function stateTest(key: 'below' | 'above', limit: number): NumberTest {
  return {
    inWords: `${key} ${limit}`,
    holds: ({ after }) => (key === 'below' ? after < limit : after > limit),
  };
}

const verbs = { changesBy: 'changing', risesBy: 'rising', fallsBy: 'falling' } as const;

function changeTest(key: keyof typeof verbs, limit: number | string): NumberTest {
  const isShare = typeof limit === 'string';
  const size = isShare ? Number.parseFloat(limit) : limit;
  return {
    inWords: `${verbs[key]} by more than ${isShare ? `${size} %` : size}`,
    holds: ({ before, after }) => {
      if (before === null || (isShare && before === 0)) return false;
      const change = isShare ? ((after - before) / Math.abs(before)) * 100 : after - before;
      const directed = key === 'changesBy' ? Math.abs(change) : key === 'risesBy' ? change : -change;
      return directed > size + tolerance;
    },
  };
}

/** 10.50 - 10 is not more than 0.5, whatever the last bits say. */
const tolerance = 1e-9;

export function complainWithoutLimit(value: NumberLimits, context: z.RefinementCtx, example: string): void {
  if (limitKeys.every((key) => value[key] === undefined))
    complain(context, [], 'this says nothing about the number', `add a limit, as in ${example}`);
}

/** `went from € 34.90 to € 29.90`: as the page has them. */
export function numberInWords(before: TextNumber | null, after: TextNumber): string {
  if (before === null) return `is ${after.written}`;
  return `went from ${before.written} to ${after.written}`;
}
