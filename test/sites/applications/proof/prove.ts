import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Dice } from '../../../../src/base/index.ts';
import type { Application, ApplicationMaker, Expected, RunningServer } from '../application.ts';
import { Clock } from '../tools/clock.ts';
import { CountingProxy } from '../tools/counting-proxy.ts';
import { Visitor } from '../tools/visitor.ts';
import { type Judgement, judge } from './judge.ts';
import { type Look, lookAt } from './look.ts';
import { decide, type Looks, type Verdict } from './oracle.ts';
import { type TrackedPage, Tracker } from './tracker.ts';
import { withoutUnknownAddresses } from './unknown-addresses.ts';

export interface VisitResult extends Judgement {
  readonly visit: number;
  readonly pages: number;
  readonly requests: number;
  readonly edits: readonly string[];
}

export interface Proof {
  readonly folder: string;
  readonly seed: number;
  readonly visits: number;
  readonly onVisit: (result: VisitResult) => void;
  readonly onStage: (what: string) => void;
}

const MINUTE = 60_000;
/** How much time passes before each visit: minutes, hours and days, so that ages are told in other units. */
const GAPS = [17 * MINUTE, 5 * 60 * MINUTE, 3 * 24 * 60 * MINUTE, 40 * 24 * 60 * MINUTE];

const AFTER_EDITS = 23 * MINUTE;

/** Fills the application, and visits it as often as asked, with edits in between. */
export async function prove(make: ApplicationMaker, proof: Proof): Promise<readonly VisitResult[]> {
  const site = join(proof.folder, 'site');
  const data = join(proof.folder, 'tidemark');
  for (const folder of [site, data]) await mkdir(folder, { recursive: true });
  const proxy = new CountingProxy();
  const origin = await proxy.listen();
  const clock = await Clock.startAt('2026-03-02T09:07:00Z', proof.folder);
  const place = { folder: site, origin, clock, random: new Dice(proof.seed) };
  const application = make(place);
  const servers: RunningServer[] = [];
  const stop = async () => {
    for (const server of servers.splice(0)) await server.stop();
  };
  const start = async () => {
    const server = await application.start();
    servers.push(server);
    proxy.target = server.port;
  };
  try {
    proof.onStage('installing');
    await application.install();
    await start();
    proof.onStage('filling');
    await application.fill();
    const passTime = async (milliseconds: number) => {
      await stop();
      await clock.moveOn(milliseconds, site);
      await start();
    };
    await passTime(90 * MINUTE);
    const tracker = new Tracker(data, place);
    return await visitAll({ proof, application, tracker, proxy, passTime });
  } finally {
    await stop();
    await proxy.close();
  }
}

interface Scene {
  readonly proof: Proof;
  readonly application: Application;
  readonly tracker: Tracker;
  readonly proxy: CountingProxy;
  passTime(milliseconds: number): Promise<void>;
}

async function visitAll(scene: Scene): Promise<readonly VisitResult[]> {
  const { proof, application, tracker, proxy } = scene;
  const plain = (url: string) => application.plainAddress?.(url) ?? url;
  const comeIn = async () => {
    const visitor = new Visitor(application.sessionCookie);
    await application.logIn?.(visitor);
    return visitor;
  };
  const look = (addresses: Iterable<string>) => lookAt([...addresses], comeIn, application.stamp);
  const results: VisitResult[] = [];
  const known = new Set<string>();
  /** What edits took away: it stays away, also where the application says so with status 200. */
  const taken = new Set<string>();
  let earlier: ManyLooks = new Map();
  for (let visit = 1; visit <= proof.visits; visit++) {
    const stage = (what: string) => proof.onStage(`visit ${visit}: ${what}`);
    const certain = new Map<string, Expected>();
    const edits: string[] = [];
    let before: ManyLooks = new Map();
    let after: ManyLooks = new Map();
    if (visit > 1) {
      await scene.passTime(GAPS[(visit - 2) % GAPS.length] ?? MINUTE);
      stage(`looking at ${known.size} pages`);
      before = await look(known);
      stage('editing');
      for (const { what, shows } of await application.edit(visit)) {
        edits.push(what);
        for (const [url, truth] of Object.entries(shows)) certain.set(url, truth);
      }
      stage('looking again');
      after = await look(known);
      // What was edited at the very moment of the visit would bear the time of the visit, as clocks do.
      await scene.passTime(AFTER_EDITS);
    }
    stage('tracking');
    proxy.takeCounted();
    const tracked = await tracker.visit(application);
    const requests = proxy.takeCounted();
    const pages = new Map<string, TrackedPage>(tracked.map((page) => [plain(page.url), page]));
    const fresh = [...pages].flatMap(([url, { flag }]) => (flag === 'ERR' || flag === 'MIS' ? [] : [url]));
    stage('looking after it');
    const later = await look(new Set([...known, ...fresh]));
    const looks = { earlier, before, after, later };
    const verdicts = new Map([...known].map((url) => [url, verdictOf(url, looks)]));
    for (const url of taken)
      if (!certain.has(url) && verdicts.get(url)?.truth === 'SAM') certain.set(url, 'MIS or ERR');
    const judgement = await withoutUnknownAddresses(judge({ pages, known, verdicts, certain }), look);
    for (const [url, truth] of certain)
      if (truth.startsWith('MIS')) taken.add(url);
      else taken.delete(url);
    const result = { visit, pages: pages.size, requests: requests.length, edits, ...judgement };
    await writeFile(join(proof.folder, `requests-${visit}.txt`), requests.join('\n'));
    await keepEvidence(join(proof.folder, `wrong-${visit}`), result, tracker, looks);
    results.push(result);
    proof.onVisit(result);
    for (const url of fresh) known.add(url);
    earlier = later;
  }
  return results;
}

type ManyLooks = ReadonlyMap<string, Look>;
type LooksByTime = Readonly<Record<keyof Looks, ManyLooks>>;

function verdictOf(url: string, looks: LooksByTime): Verdict {
  const [earlier, before, after, later] = [looks.earlier, looks.before, looks.after, looks.later].map((at) =>
    at.get(url),
  );
  if (!earlier || !before || !after || !later) return { truth: null, why: 'not looked at' };
  return decide({ earlier, before, after, later });
}

/** Leaves both sides of every page that was judged wrongly, to look at. */
async function keepEvidence(
  folder: string,
  result: VisitResult,
  tracker: Tracker,
  looks: LooksByTime,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const wrong = [...result.false, ...result.missed].slice(0, 12);
  for (const [number, { url, truth, whyTruth, page }] of wrong.entries()) {
    const own = join(folder, String(number + 1));
    await mkdir(own, { recursive: true });
    const reported = page === null ? 'nothing' : `${page.flag} (${page.reason})`;
    const diff = page === null ? '' : await tracker.diff(page);
    await writeFile(
      join(own, 'verdict.txt'),
      `${url}\ntruth ${truth} (${whyTruth})\ntold ${reported}\n\n${diff}`,
    );
    for (const [name, seen] of Object.entries(looks)) {
      const look = seen.get(url);
      if (look !== undefined) await writeFile(join(own, `${name}.html`), look.body);
    }
  }
}
