import {
  type Flag,
  packSamples,
  type SeenMemory,
  sampledDays,
  suggestInterval,
  unpackSamples,
} from '../../track/index.ts';
import type { NewVisit, QueuedPage } from '../tables/records.ts';
import type { ChangedText } from './changed-text.ts';

/** What tracking says about a visit: the part of its record that is not about the answer itself. */
export type Judgement = Pick<
  NewVisit,
  'flag' | 'reason' | 'bringsVersion' | 'samples' | 'dueAt' | 'signature' | 'quietSignature'
>;

/** What tracking says about a complete answer. */
export interface JudgedContent {
  readonly judgement: Judgement;
  /** Null unless the page was updated, and in words. */
  readonly news: ChangedText | null;
  /** Null when its segments say nothing new. */
  readonly seen: SeenSegments | null;
}

/** The segments that a page ever had (C3). */
export interface SeenSegments {
  /** Before this visit. */
  readonly before: SeenMemory;
  /** After it, packed; null when they are the same. */
  readonly after: Uint8Array | null;
}

/** For a URL that was never one of our pages: left out, or without a good version so far. */
export const unjudged: Judgement = {
  flag: null,
  reason: null,
  bringsVersion: false,
  samples: null,
  dueAt: null,
  signature: null,
  quietSignature: null,
};

const DAY = 86_400_000;

/** The page's record of changes after this visit, and when the next visit is worthwhile (B13). */
export function visitRate(
  { lastGood, samples }: { readonly lastGood: { readonly at: number } | null } & Pick<QueuedPage, 'samples'>,
  flag: Flag,
  now: number,
): Pick<Judgement, 'samples' | 'dueAt'> {
  if (lastGood === null || (flag !== 'SAM' && flag !== 'UPD')) return { samples: null, dueAt: null };
  const days = sampledDays(now - lastGood.at);
  const all = [...unpackSamples(samples), { days, hasChanged: flag === 'UPD' }];
  return { samples: packSamples(all), dueAt: Math.round(now + suggestInterval(all).days * DAY) };
}
