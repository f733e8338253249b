/** A first crawl, in which all text is new, with a thousand detectors and without: the processor time of the whole program. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitWords } from '../src/detect/index.ts';
import { segmentHtml } from '../src/document/index.ts';
import type { BenchSite } from './crawl/bench-site.ts';
import { type BuiltProgram, buildProgram } from './crawl/built-program.ts';
import { generatedSite } from './crawl/generated-site.ts';
import { nginxSite } from './crawl/nginx-site.ts';
import { runCommand } from './crawl/run-command.ts';
import type { Figure } from './figure.ts';

const DETECTORS = 1000;
/** The number of pages from which the words of the detectors are taken. */
const SAMPLE = 300;

export async function detectCrawlFigures(rounds: number): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-detect-'));
  const served = join(folder, 'served');
  mkdirSync(served);
  const program = join(folder, 'program');
  mkdirSync(program);
  const built = buildProgram(program);
  const site = (await nginxSite(served)) ?? (await generatedSite());
  try {
    const detectors = detectorsFor(await rareWordsOf(site));
    const seconds = { with: Number.POSITIVE_INFINITY, without: Number.POSITIVE_INFINITY };
    let matches = 0;
    // In turns, and the shortest: other programs may use the machine.
    for (let round = 0; round < rounds; round++) {
      const plain = await crawl(site, built, folder, '');
      const watched = await crawl(site, built, folder, detectors);
      seconds.without = Math.min(seconds.without, plain.seconds);
      seconds.with = Math.min(seconds.with, watched.seconds);
      matches = watched.matches;
    }
    return [
      {
        name: `a crawl with ${DETECTORS.toLocaleString('en')} detectors beside one without`,
        value: seconds.with / seconds.without,
        unit: 'times the processor time',
        floor: { atMost: 1.1 },
        note: `${seconds.with.toFixed(1)} s and ${seconds.without.toFixed(1)} s for ${site.pages.size} pages, ${matches} matches; ${site.description}`,
      },
    ];
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Words of the site, the rarest first: what people watch for is rare, but it is there. */
async function rareWordsOf({ origin, pages }: BenchSite): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const every = Math.max(1, Math.floor(pages.size / SAMPLE));
  for (const path of [...pages].filter((_, place) => place % every === 0)) {
    const body = Buffer.from(await (await fetch(`${origin}${path}`)).arrayBuffer());
    for (const { text } of segmentHtml(body).leaves)
      for (const word of splitWords(text).words)
        if (/^\p{L}{4,}/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts.keys()].toSorted(
    (a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1),
  );
}

/** Two thirds of the words are rare ones, one third is from the middle; each detector has two. */
function detectorsFor(words: readonly string[]): string {
  const kinds: readonly ((pair: readonly string[]) => object)[] = [
    (pair) => ({ words: pair }),
    (pair) => ({ stems: pair }),
    (pair) => ({ close: { stems: pair, within: 5 } }),
    (pair) => ({ sentence: { stems: pair } }),
    (pair) => ({ phrase: pair.join(' ') }),
    ([word]) => ({ number: { beside: [word], above: 100 } }),
    ([word]) => ({ pattern: `${word}-\\d+` }),
  ];
  const wordAt = (place: number): string => words[Math.floor(place * words.length)] ?? 'tide';
  const detectors = Array.from({ length: DETECTORS }, (_, n) => {
    const share = n / DETECTORS;
    return {
      name: `detector ${n}`,
      ...kinds[n % kinds.length]?.([wordAt(share * 0.66), wordAt(0.66 + share * 0.3)]),
    };
  });
  return `detectors: ${JSON.stringify(detectors)}\n`;
}

async function crawl(
  site: BenchSite,
  { launcher, environment }: BuiltProgram,
  folder: string,
  lines: string,
) {
  const own = mkdtempSync(join(folder, 'crawl-'));
  const file = join(own, 'site.yaml');
  writeFileSync(
    file,
    `name: site\nsource: ${site.origin}${site.start}\nlimits: { concurrency: 16 }\ncrawl: { robots: ignore, scope: '${site.origin}${site.scope}' }\n${lines}`,
  );
  const args = [launcher, 'crawl', file, '--data', join(own, 'data'), '--quiet'];
  const { exitCode, cpuSeconds, said } = await runCommand(
    { command: process.execPath, args, environment },
    own,
  );
  if (exitCode !== 0) throw new Error(`The crawl ended with ${exitCode}:\n${said}`);
  if (cpuSeconds === null) throw new Error('This needs GNU time: apt-get install time');
  const matches = Number(/^([\d,]+) match/m.exec(said)?.[1]?.replace(',', '') ?? 0);
  rmSync(own, { recursive: true, force: true });
  return { seconds: cpuSeconds, matches };
}
