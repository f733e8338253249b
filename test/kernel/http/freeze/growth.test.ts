import { expect, test } from 'vitest';
import { findForms } from '../../../../src/access/forms/find-forms.ts';
import { findLink, linksByText } from '../../../../src/access/forms/find-link.ts';
import { surroundingsIn } from '../../../../src/detect/input/detector-input-of.ts';
import {
  readForComparison,
  readInPieces,
  regionCutter,
  regionFinder,
  regionPage,
  scanHtml,
  searchWords,
  segmentHtml,
} from '../../../../src/document/index.ts';
import { readableText } from '../../../../src/presentation/page-text/readable-text.ts';
import { asWritten, judgeVersions, type Snapshot, tellChanges } from '../../../../src/track/index.ts';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { cpuOfThread, growthBeyondLinear, slowness } from './growth.ts';
import { worstKinds, worstPage } from './worst-pages.ts';

const URL = 'https://example.org/';
const hostile = '.nope div div div div div p, p:has(~ .nope), li:nth-child(3):contains(x), b + b + p';

/** Everything that reads a page, by what it is called. */
const readers: Readonly<Record<string, (html: string) => unknown>> = {
  'links and text': (html) => scanHtml(Buffer.from(html)),
  segments: (html) => segmentHtml(Buffer.from(html)).leaves.length,
  'what is compared': (html) => readForComparison(Buffer.from(html), 'text/html'),
  // Pages above half a megabyte are read piece by piece.
  'a large page': (html) => {
    const pieces = readInPieces(Buffer.from(html), 'text/html');
    while (pieces.next().done !== true);
  },
  'words for the search': (html) => searchWords(html).reduce((count) => count + 1, 0),
  'what surrounds short texts': (html) => {
    const { leaves } = segmentHtml(Buffer.from(html));
    return leaves.map(surroundingsIn(leaves));
  },
  'a comparison with the last visit': (html) => {
    const [last, now] = [shown(html, 0), shown(html.replaceAll(/\d\b/g, nextDigit), MINUTE)];
    return tellChanges(judgeVersions(last, now, [], asWritten), { last, now, identity: asWritten });
  },
  'text for people': (html) => readableText(html),
  'regions of a selector': (html) => regionFinder('.nope, p')(regionPage(html)),
  'regions of a hostile selector': (html) =>
    regionCutter({ only: [hostile], ignore: [hostile] })(regionPage(html)),
  forms: (html) => findForms(html, URL),
  'links by text': (html) => linksByText(html, URL),
  'a link by selector': (html) => refusal(() => findLink(html, URL, { selector: 'p, div, b, td, li' })),
  'a link by hostile selector': (html) => refusal(() => findLink(html, URL, { selector: hostile })),
  'a link that is misspelled': (html) => refusal(() => findLink(html, URL, { text: 'pagge 33' })),
};

const MINUTE = 60_000;
const shown = (html: string, at: number): Snapshot => ({
  segments: segmentHtml(Buffer.from(html)).leaves,
  at,
});
const nextDigit = (digit: string): string => String((Number(digit) + 1) % 10);

function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** In bytes. */
const bytes = shortOrLong(100_000, 1_000_000);
const sizes: Readonly<Record<string, number>> = {
  'a large page': 600_000,
  'a comparison with the last visit': shortOrLong(30_000, 500_000),
};

test.each(Object.keys(readers))(
  '%s: twice the page costs at most 2.5 times',
  { timeout: 600_000 },
  async (name) => {
    const slow = slowness();
    const beyond: string[] = [];
    for (const kind of worstKinds) {
      const size = sizes[name] ?? bytes;
      const pages = { 1: worstPage(kind, size), 2: worstPage(kind, 2 * size) };
      const growth = await growthBeyondLinear(async (times) => {
        const before = cpuOfThread();
        await readers[name]?.(pages[times]);
        return cpuOfThread() - before;
      }, slow);
      if (growth !== null) beyond.push(`${kind}: ${growth.once} ms, then ${growth.twice} ms`);
    }
    expect(beyond).toEqual([]);
  },
);
