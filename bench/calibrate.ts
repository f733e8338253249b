/**
 * Calibration on generated sites whose truth is known: the time of 10,000 settings on 500 recorded states with several threads, a kill -9 in the middle, the search
 * beside the whole grid, and the questions that are not asked.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runGrid } from '../src/app/calibration/index.ts';
import { likenessOf } from '../src/app/calibration/likeness.ts';
import { ReplayedSites } from '../src/app/calibration/replayed-sites.ts';
import {
  allPairs,
  evolve,
  figuresOf,
  type GridWish,
  gridOf,
  type JudgeVerdict,
  judgementOf,
  measured,
  type PointResult,
  usualGrid,
} from '../src/calibrate/index.ts';
import { writeSetting } from '../src/fingerprint/index.ts';
import { openStore } from '../src/store/index.ts';
import { fillSet } from '../test/calibration/fill-set.ts';
import { generatedSite } from '../test/calibration/generated-sites.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'search,questions,grid' },
    sites: { type: 'string', default: '10' },
    threads: { type: 'string', default: '1,2,4' },
    'steps-of-grid': { type: 'string', default: '40' },
    /** For the process that is killed: the data folder. */
    'run-in': { type: 'string' },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const place = (folder: string) => ({ kind: 'sqlite' as const, folder });

/** About 10,000 settings. */
const largeGrid: GridWish = {
  algorithms: [
    'crawlhash',
    'crawlhash64',
    'broder',
    'minhash',
    'bucket-hash',
    'super-shingles',
    'content',
    'structure',
  ],
  features: ['words:1-12', 'sentences:1-6', 'chars:1-20', 'terms:1-4', 'links'],
  steps: Number(values['steps-of-grid']),
};

async function run(folder: string, threads: number): Promise<{ points: number; seconds: number }> {
  const store = await openStore({ ...place(folder), access: 'write' });
  try {
    const set = await store.calibrations.find('generated');
    if (set === null) throw new Error('there is no set');
    const begun = performance.now();
    const points = await runGrid(store, gridOf(largeGrid), { set, threads });
    return { points, seconds: (performance.now() - begun) / 1000 };
  } finally {
    await store.close();
  }
}

/** What was found, without what is measured by the clock. */
async function outcome(folder: string): Promise<string> {
  const store = await openStore({ ...place(folder), access: 'read' });
  try {
    const set = await store.calibrations.find('generated');
    const points = await store.calibrations.points(set?.id ?? 0);
    return JSON.stringify(
      points.map(({ setting, result }) => [setting, (JSON.parse(result) as PointResult).sites]),
    );
  } finally {
    await store.close();
  }
}

async function filled(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-calibrate-'));
  const store = await openStore({ ...place(folder), access: 'write' });
  await fillSet(store, 'generated', Number(values.sites), 50);
  await store.close();
  return folder;
}

async function grid(): Promise<void> {
  let first: string | null = null;
  for (const threads of values.threads.split(',').map(Number)) {
    const folder = await filled();
    const { points, seconds } = await run(folder, threads);
    const found = await outcome(folder);
    first ??= found;
    say(
      `${points} settings on ${50 * Number(values.sites)} states, ${threads} thread(s): ${seconds.toFixed(1)} s, ${((1000 * seconds) / points).toFixed(1)} ms a setting, load ${loadavg()[0]?.toFixed(1)}, ${found === first ? 'the same results' : 'OTHER RESULTS'}`,
    );
    rmSync(folder, { recursive: true });
  }
  await killed(first);
}

/** Kills the process in the middle, and goes on. */
async function killed(whole: string | null): Promise<void> {
  const folder = await filled();
  const child = spawn(process.execPath, [
    process.argv[1] ?? '',
    '--run-in',
    folder,
    '--steps-of-grid',
    values['steps-of-grid'],
  ]);
  const reader = await openStore({ ...place(folder), access: 'read' });
  const set = await reader.calibrations.find('generated');
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  for (let done = 0; done < 200; ) {
    done = (await reader.calibrations.pointsDone(set?.id ?? 0)).size;
    if (child.exitCode !== null) break;
  }
  child.kill('SIGKILL');
  await promise;
  const kept = (await reader.calibrations.pointsDone(set?.id ?? 0)).size;
  await reader.close();
  const { points } = await run(folder, 2);
  const found = await outcome(folder);
  say(
    `killed with ${kept} settings done, ${points} run after it: ${whole === null || found === whole ? 'the same results' : 'OTHER RESULTS'}`,
  );
  rmSync(folder, { recursive: true });
}

/** The search beside the whole grid, 20 seeds on each of three sets. */
async function search(): Promise<void> {
  const families = gridOf(usualGrid);
  for (const set of [1, 2, 3]) {
    const made = Array.from({ length: 4 }, (_, site) => generatedSite(10 * set + site + 1, 50));
    const sites = new ReplayedSites(made.map(({ tape }, site) => ({ site: site + 1, tape, strip: [] })));
    const judged = made.map(({ tape, classOf }, site) => ({
      site: site + 1,
      classOf,
      tried: tape.tried.length,
    }));
    const errorOf = (result: PointResult) => figuresOf(measured(judged, result)).error;
    const all = new Map<string, number>();
    const guesses = new Map<string, number>();
    for (const family of families) {
      for (const { setting, result } of await sites.replay(family)) all.set(setting, errorOf(result));
      for (const { setting, result } of sites.guess(family)) guesses.set(setting, errorOf(result));
    }
    const best = Math.min(...all.values());
    const budget = Math.floor(0.15 * all.size);
    const used: number[] = [];
    let reached = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const { cost, evaluations } = await evolve({
        ...{ families, budget, seed, enough: best },
        guess: (point) => guesses.get(writeSetting(point)) ?? Number.POSITIVE_INFINITY,
        costsOf: async (points) =>
          points.map((point) => all.get(writeSetting(point)) ?? Number.POSITIVE_INFINITY),
      });
      used.push(evaluations);
      if (cost === best) reached++;
    }
    say(
      `set ${set}: best error of ${all.size} settings ${best}, reached in ${reached} of 20 seeds with at most ${Math.max(...used)} of ${budget} evaluations (${((100 * Math.max(...used)) / all.size).toFixed(1)} % of the grid)`,
    );
  }
}

/** Judges who tell the truth, on sites of three sets. */
function questions(): void {
  let [asked, pairs, right] = [0, 0, 0];
  for (let site = 1; site <= 12; site++) {
    const { tape, classOf } = generatedSite(site, 50);
    const likeness = likenessOf(tape);
    const verdicts: JudgeVerdict[] = [];
    const isSame = (one: number, other: number) => classOf[one] === classOf[other];
    let judgement = judgementOf(50, verdicts, likeness);
    for (; judgement.next !== null; judgement = judgementOf(50, verdicts, likeness)) {
      const { one, other } = judgement.next;
      verdicts.push({ one, other, judge: 'truth', verdict: isSame(one, other) ? 'duplicate' : 'different' });
    }
    const found = judgement.classOf;
    asked += verdicts.length;
    pairs += judgement.pairs;
    right += allPairs(50).filter(
      ({ one, other }) => (found[one] === found[other]) === isSame(one, other),
    ).length;
    say(
      `site ${site}: ${new Set(classOf).size} different of 50 states, ${verdicts.length} of ${judgement.pairs} pairs asked, ${judgement.known.follows} follow, ${judgement.known.agreed} by agreement`,
    );
  }
  say(
    `${asked} of ${pairs} pairs asked (${((100 * asked) / pairs).toFixed(1)} %); ${right} of ${pairs} verdicts are the truth (${((100 * right) / pairs).toFixed(2)} %)`,
  );
}

if (values['run-in'] !== undefined) await run(values['run-in'], 2);
else
  for (const part of values.parts.split(',')) {
    if (part === 'grid') await grid();
    if (part === 'search') await search();
    if (part === 'questions') questions();
  }
