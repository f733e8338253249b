import type { QueuedPage } from '../../store/index.ts';
import { type Flag, packSamples, suggestInterval, unpackSamples } from '../../track/index.ts';
import type { Judgement } from './judgement.ts';

const DAY = 86_400_000;

/** What a visit adds to what is known of a page's changes, and when the next one is worth while (B13). */
export function visitRate(
  { lastGood, samples }: Pick<QueuedPage, 'lastGood' | 'samples'>,
  flag: Flag,
  now: number,
): Pick<Judgement, 'samples' | 'dueAt'> {
  if (lastGood === null || (flag !== 'SAM' && flag !== 'UPD')) return { samples: null, dueAt: null };
  const days = Math.max(now - lastGood.at, 0) / DAY;
  const all = [...unpackSamples(samples), { days, hasChanged: flag === 'UPD' }];
  return { samples: packSamples(all), dueAt: Math.round(now + suggestInterval(all).days * DAY) };
}
