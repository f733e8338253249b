import { expect, test } from 'vitest';
import { RecurringLocations } from '../../../src/crawl/track/noise-over-time.ts';
import { SiteKnowledge } from '../../../src/crawl/track/site-knowledge.ts';
import { segmentHtml } from '../../../src/document/index.ts';
import { asWritten, judgeChanges, type Snapshot } from '../../../src/track/index.ts';
import { cpuOfThread, growthBeyondLinear, slowness } from '../http/freeze/growth.ts';

const host = 'example.org';

const shown = (html: string, at: number): Snapshot => ({
  segments: segmentHtml(Buffer.from(html)).leaves,
  at,
});

/** A table of figures: each row has its own words beside a number that rises from visit to visit. */
const figures = (rows: number, visit: number): string =>
  Array.from({ length: rows }, (_, row) => `<li>figure${row}x is ${row + visit}</li>`).join('');

/** New items in one list. */
const items = (count: number, page: number, visit: number): string =>
  Array.from({ length: count }, (_, item) => `<li>item ${page}-${item}-${visit}x</li>`).join('');

async function visitPages(
  pages: number,
  htmlOf: (page: number, visit: number) => string,
  visits = 2,
): Promise<number> {
  const knowledge = new SiteKnowledge([]);
  const before = cpuOfThread();
  for (let run = 2; run <= visits; run++) {
    const locations = new RecurringLocations({ knowledge, run, fetchOther: null });
    for (let number = 0; number < pages; number++) {
      const page = { url: `https://${host}/pages/${number}`, host, lastFlag: 'SAM' as const };
      const [last, now] = [shown(htmlOf(number, run - 1), run - 1), shown(htmlOf(number, run), run)];
      const compared = { page, last, now, identity: asWritten };
      locations.noteVisited(page);
      const judged = await locations.judge(judgeChanges(last, now, [], { identity: asWritten }), compared);
      locations.note(judged, compared);
    }
  }
  return cpuOfThread() - before;
}

test.each<[string, (times: 1 | 2) => Promise<number>]>([
  [
    'a page with twice as many changing numbers',
    (times) => visitPages(5, (_, n) => figures(times * 300, n), 3),
  ],
  [
    'a run with twice as many pages of new items',
    (times) => visitPages(times * 200, (page, n) => items(10, page, n)),
  ],
])('%s costs at most 2.5 times', async (_, cost) => {
  expect(await growthBeyondLinear(cost, slowness())).toBeNull();
});

test('a run may show any number of different texts at one location', async () => {
  // More than a function can have arguments.
  await visitPages(140, (page, visit) => (visit === 1 ? '' : items(1000, page, visit)));
});
