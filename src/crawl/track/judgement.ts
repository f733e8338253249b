import {
  type Flag,
  packSamples,
  type SeenMemory,
  sampledDays,
  suggestInterval,
  unpackSamples,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { NewVisit } from '../tables/visit.ts';
import type { ChangedText } from './changed-text.ts';

/** The verdict on a visit: the part of its record that is not about the response itself. */
export type Judgement = Pick<
  NewVisit,
  'flag' | 'reason' | 'bringsVersion' | 'samples' | 'dueAt' | 'signature' | 'quietSignature'
>;

/** The verdict on a complete response. */
export interface JudgedContent {
  readonly judgement: Judgement;
  /** Null unless the page was updated and the change can be reported in words. */
  readonly news: ChangedText | null;
  /** Null when its segments are all known. */
  readonly seen: SeenSegments | null;
}

/** All segments that a page ever had. */
export interface SeenSegments {
  /** Before this visit. */
  readonly before: SeenMemory;
  /** After this visit, packed; null when unchanged. */
  readonly after: Uint8Array | null;
}

/** For a URL that was never a page of the project: left out, or without a good version so far. */
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

/** The page's record of changes after this visit, and when the next visit is worthwhile. */
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
