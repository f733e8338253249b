import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { asWritten, judgeVersions, type Snapshot, tellChanges } from '../../track/index.ts';
import { changesOverRuns } from './diff-page.ts';

const page = (html: string): Snapshot => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
const shop = (price: number, advert: string) =>
  page(`<h1>Shop</h1><p>The chair costs ${price} euros</p><aside><p>${advert}</p></aside>`);
const between = (last: Snapshot, now: Snapshot) => ({ last, now, identity: asWritten });

/** What a run tells that takes whatever is in a sidebar for noise. */
function reportedBy(last: Snapshot, now: Snapshot) {
  const judged = judgeVersions(last, now, [], asWritten).map((one) => ({
    ...one,
    isNoise: (one.change.after ?? one.change.before)?.path.startsWith('aside') ?? false,
  }));
  return tellChanges(judged, between(last, now));
}

test('over several versions counts what one of the runs reported; what was noise to all of them is noise', () => {
  const [one, two, three] = [shop(29, 'Buy boats'), shop(31, 'See hills'), shop(35, 'Eat cake')];
  const { changes } = changesOverRuns(between(one, three), [reportedBy(two, three), reportedBy(one, two)]);
  expect(changes).toMatchObject([
    { before: 'The chair costs 29 euros', after: 'The chair costs 35 euros', isNoise: false },
    { before: 'Buy boats', after: 'Eat cake', isNoise: true, reason: 'noise to the runs in between' },
  ]);
});

test('when a run kept only a part of what it reported, nothing is taken for noise', () => {
  const [one, two] = [shop(29, 'Buy boats'), shop(29, 'See hills')];
  const { changes } = changesOverRuns(between(one, two), [{ ...reportedBy(one, two), more: 1 }]);
  expect(changes).toMatchObject([{ before: 'Buy boats', isNoise: false }]);
});
