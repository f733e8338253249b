import { describe, expect, test } from 'vitest';
import { crawlErrors } from '../../../../src/crawl/errors.ts';
import type { RunSettings } from '../../../../src/crawl/run/run-settings.ts';
import { fetchErrors } from '../../../../src/fetch/errors.ts';
import { serveThisTest } from '../../../fixtures/servers/for-this-test.ts';
import { linkPage } from '../../../sites/plain/site-server.ts';
import { readBack } from '../../crawl/crawl-scenario.ts';
import { runSite } from '../../crawl/runs/run-site.ts';
import { storeForThisTest } from '../../crawl/runs/site-for-this-test.ts';
import { type AnswerKind, ok, send } from './answer-kind.ts';
import { bodies, encodings } from './answer-kinds-bodies.ts';
import { framings, resets, statusLines } from './answer-kinds-framing.ts';
import { headers, redirects } from './answer-kinds-headers.ts';
import { endless } from './answer-kinds-slow.ts';

/** The page redirects to what is no page of the site: it has no error, and is missing if it was there before. */
const MOVED = 'left-out';

const groups: readonly (readonly [string, readonly AnswerKind[], Partial<RunSettings>])[] = [
  ['status lines', statusLines, {}],
  ['lengths and chunks', framings, {}],
  ['connections that break', resets, {}],
  ['headers', headers, {}],
  ['redirects', redirects, {}],
  ['encodings', encodings, {}],
  ['bodies', bodies, {}],
  ['answers that never end', endless, { timeout: 1.5, attempts: 1, concurrency: 64 }],
];

const healthyPaths = Array.from({ length: 5 }, (_, i) => `/healthy/${i}`);
const htmlOf = (target: string) =>
  `<title>${target}</title><h1>Page ${target}</h1><p>All is well at ${target}.</p>`;

/** How a visit of a page ended, and the version that is the last good one after it. */
interface Seen {
  readonly flag: string | null;
  readonly outcome: string;
  readonly version: string | undefined;
}

/**
 * Tracks a site twice. Its start page links to healthy pages and, for each kind of answer, to a page that is hostile at
 * both visits (/always/) and to one that is healthy at the first (/later/). Gives what each visit saw, by path.
 */
async function trackTwice(kinds: readonly AnswerKind[], settings: Partial<RunSettings>) {
  let visit = 0;
  const hostile = kinds.flatMap((_, i) => [`/always/${i}`, `/later/${i}`]);
  const server = await serveThisTest(({ target, socket }) => {
    const [, when, number] = /^\/(always|later)\/(\d+)x*$/.exec(target) ?? [];
    const asked = kinds[Number(number)];
    const html = target === '/' ? linkPage(...healthyPaths, ...hostile) : htmlOf(target);
    if (asked !== undefined && (when === 'always' || visit === 2)) {
      const bytes = asked.reply({ target, html }, socket);
      if (bytes !== undefined) send(socket, bytes);
    } else if (target === '/' || asked !== undefined || healthyPaths.includes(target)) {
      send(socket, ok(html));
    } else send(socket, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  const store = await storeForThisTest();
  const seen: Map<string, Seen>[] = [];
  for (visit = 1; visit <= 2; visit++) {
    const ending = await runSite(store, {
      project: 'hostile',
      url: visit === 1 ? `${server.origin}/` : null,
      settings: { concurrency: 8, timeout: 20, maxPageBytes: 1_000_000, ...settings },
      retryDelays: { firstDelay: 1, longestDelay: 1 },
    });
    expect(ending.state).toBe('finished');
    const { visits, kept } = await readBack(store, 'hostile');
    seen.push(
      new Map(
        visits.map(({ url, flag, outcome, errorCode }) => [
          url.slice(server.origin.length),
          { flag, outcome: errorCode ?? (outcome === 'ok' ? 'content' : outcome), version: kept.get(url) },
        ]),
      ),
    );
  }
  const [first = new Map<string, Seen>(), second = new Map<string, Seen>()] = seen;
  return { first, second };
}

describe.each(groups)('hostile servers: %s', (_, kinds, settings) => {
  test(`${kinds.length} kinds`, async () => {
    const { first, second } = await trackTwice(kinds, settings);
    for (const path of ['/', ...healthyPaths]) {
      expect.soft([path, first.get(path)?.flag, second.get(path)?.flag]).toEqual([path, 'NEW', 'SAM']);
    }
    for (const [i, { name, becomes }] of kinds.entries()) {
      const [always, later] = [`/always/${i}`, `/later/${i}`];
      const codes = becomes.split('|');
      const isContent = becomes === 'content';
      for (const seen of [first.get(always), second.get(always), second.get(later)]) {
        expect.soft(codes, name).toContain(seen?.outcome);
      }
      // A link that leads elsewhere is not failing.
      const failing = becomes === MOVED ? [null, null] : ['ERR', 'ERR'];
      const flags = isContent ? ['NEW', 'SAM'] : failing;
      expect.soft([first.get(always)?.flag, second.get(always)?.flag], name).toEqual(flags);
      expect.soft(first.get(later), name).toMatchObject({ flag: 'NEW', outcome: 'content' });
      expect
        .soft(isContent ? ['SAM', 'UPD'] : [becomes === MOVED ? 'MIS' : 'ERR'], name)
        .toContain(second.get(later)?.flag);
      if (!isContent) expect.soft(second.get(later)?.version, name).toBe(first.get(later)?.version);
    }
  });
});

test('there are more than 200 kinds, each with a name of its own and a code that is known', () => {
  const kinds = groups.flatMap(([, members]) => members);
  expect(kinds.length).toBeGreaterThan(200);
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  const known = ['content', MOVED, ...Object.keys({ ...fetchErrors, ...crawlErrors })];
  for (const { becomes } of kinds) expect(known).toEqual(expect.arrayContaining(becomes.split('|')));
});
