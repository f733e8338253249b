import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../features/notifications/receiver.ts';
import { randomOf } from '../../sites/session-sites/random.ts';
import { type WatchedSite, watchedSite } from '../cluster/watched-site.ts';
import { type FaultWindow, faultsOf, type StarvedFault, torment } from './faults.ts';
import { EXPLORED, judgePart, openWork, type PartReport, pathOfProject, SHOWN } from './judge-part.ts';
import { openPart, type PartName, type StarvedPart } from './parts.ts';
import { deadInMetrics, restartedTasks, watchReadiness } from './readiness.ts';
import { type ScarceProcessor, scarceProcessor } from './scarce-machine.ts';

export interface WholeOptions {
  readonly parts: readonly PartName[];
  /** All together; each part gets as many. */
  readonly projects: number;
  /** Of all projects, as in `every 5m`. */
  readonly schedule: string;
  /** Whether a project of each part is shown by a browser, and one is explored. */
  readonly browser: boolean;
  /** How much shorter long waits of the processes are; 1 by default. */
  readonly waits?: number;
}

/** The whole: all parts, the site that they visit, and who gets their messages. */
export interface Whole {
  readonly site: WatchedSite;
  readonly receiver: Receiver;
  readonly processor: ScarceProcessor;
  readonly parts: readonly StarvedPart[];
  close(): Promise<void>;
}

export interface StarvedOptions extends Omit<WholeOptions, 'schedule'> {
  readonly seed: string;
  /** Between two runs of a project, in minutes. */
  readonly every: number;
  /** How long things go wrong, in milliseconds. */
  readonly faultsFor: number;
  /** How long everything may take to settle afterwards, in milliseconds. */
  readonly settle: number;
  /** The part of one processor that all of it gets; null for all there is. */
  readonly share: number | null;
  /** A run may begin so much late without a reason, and after a fault. Milliseconds. */
  readonly allowance: number;
  /** Which faults come. */
  readonly isChosen: (fault: StarvedFault) => boolean;
  readonly tell: (line: string) => void;
  /** Called when everything has been started: whoever has to break off closes it. */
  readonly onStarted?: (whole: Whole) => void;
}

const PAGES = 3;
/** How long a page takes to answer, in milliseconds. */
const ANSWER = 10;
/** Pages change so often, in intervals: most changes are seen by a run of their own. */
const CHANGE = 2;
const REST: readonly [number, number] = [15_000, 60_000];
/** How often is looked whether all has settled, in milliseconds. */
const LOOK = 500;

/** Starts everything. */
export async function startWhole(options: WholeOptions): Promise<Whole> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-starved-'));
  const processor = scarceProcessor();
  const site = await watchedSite({ hosts: options.projects, pages: PAGES, answer: ANSWER });
  const receiver = await startReceiver();
  const opening = options.parts.map((name, place) => {
    const own = join(folder, name);
    mkdirSync(own);
    const projects = new Map(
      site.origins
        .filter((_, number) => number % options.parts.length === place)
        .map((origin, number) => [nameOf(number, options.browser), `${origin}/0`]),
    );
    const fileOf = (project: string, start: string) =>
      projectFile(project, start, `${receiver.origin}${pathOfProject(name, project)}`, options.schedule);
    return openPart[name]({ folder: own, projects, fileOf, processor, waits: options.waits ?? 1 });
  });
  const opened = await Promise.allSettled(opening);
  const parts = opened.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
  const close = async () => {
    processor.limit(null);
    await Promise.all(parts.map((part) => part.close()));
    processor.close();
    await Promise.all([site.close(), receiver.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  const failed = opened.find((part) => part.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  return { site, receiver, processor, parts, close };
}

/** The whole on a machine that has too little of everything, and what came of it. Ends by itself. */
export async function runStarvedChaos(options: StarvedOptions): Promise<readonly PartReport[]> {
  const { tell } = options;
  const whole = await startWhole({ ...options, schedule: `every ${options.every}m` });
  options.onStarted?.(whole);
  const { site, receiver, processor, parts } = whole;
  const interval = options.every * 60_000;
  const windows: FaultWindow[] = [];
  const watching = new AbortController();
  const changing = new AbortController();
  try {
    const samples = parts.map((part) =>
      part.name === 'watch' ? Promise.resolve([]) : watchReadiness(part, watching.signal),
    );
    for (const part of parts) tell(`${part.name}: ${part.projects.size} projects`);
    // What comes later is compared with this.
    await Promise.all(parts.map((part) => settled(part, 0, options.settle)));
    processor.limit(options.share);
    tell(
      `${clockTime(Date.now())} the processor is limited to ${options.share ?? 'all there is'} by ${processor.how}`,
    );
    const edited = changePages(site, CHANGE * interval, changing.signal);
    const until = Date.now() + options.faultsFor;
    await Promise.all(
      parts.map((part) => {
        if (part.name !== 'cluster' && part.disk === null)
          tell(`${part.name}: no disk of its own can be mounted here, so it is never full`);
        return torment(part, {
          ...{ until, rest: REST, faults: faultsOf(part, processor).filter(options.isChosen) },
          random: randomOf(`starved ${options.seed} ${part.name}`),
          onFault: (window) => {
            windows.push(window);
            tell(`${clockTime(window.from)} to ${clockTime(window.to)} ${part.name}: ${window.fault}`);
          },
        });
      }),
    );
    changing.abort();
    await edited;
    processor.limit(null);
    const calm = Date.now();
    tell(`${clockTime(calm)} nothing goes wrong any more`);
    const open = await Promise.all(parts.map((part) => settled(part, calm, options.settle)));
    const dead = await Promise.all(parts.map(deadInMetrics));
    for (const part of parts) for (const line of await restartedTasks(part)) tell(`${part.name}: ${line}`);
    const end = Date.now();
    watching.abort();
    return await Promise.all(
      parts.map(async (part, place) =>
        judgePart(part, {
          windows: windows.filter((window) => window.part === part.name),
          samples: (await samples[place]) ?? [],
          endings: await part.stop(),
          ...{ interval, allowance: options.allowance, until: end, site, receiver },
          open: open[place] ?? [],
          deadTasks: dead[place] ?? [],
        }),
      ),
    );
  } finally {
    watching.abort();
    changing.abort();
    await whole.close();
  }
}

const clockTime = (time: number): string => new Date(time).toISOString().slice(11, 19);

/** The first two of a part need a browser, if any does. */
const nameOf = (number: number, browser: boolean): string =>
  browser && number === 0 ? SHOWN : browser && number === 1 ? EXPLORED : `p${number}`;

function projectFile(name: string, start: string, to: string, schedule: string): string {
  return JSON.stringify({
    ...{ name, source: start },
    schedule,
    render: name === SHOWN ? 'always' : 'never',
    ...(name === EXPLORED && { states: { maxStates: 4, maxDepth: 1, maxTime: '2m' } }),
    crawl: { scope: [`${new URL(start).origin}/`], attempts: 8 },
    // States are reported too, and not counted here.
    ...(name !== EXPLORED && { notify: [{ to, events: ['changed'], cap: 100 }] }),
  });
}

/** A new edition of the site at known times. */
async function changePages(site: WatchedSite, every: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    changeSomething(site);
    await setTimeout(every, undefined, { signal }).catch(() => undefined);
  }
}

/** The next edition that changes one of the few pages. */
export function changeSomething(site: WatchedSite): void {
  do site.edition += 1;
  while (site.changed(site.origins).length === 0);
}

/** Waits until nothing is open. Returns what is open when the time is over. */
export async function settled(part: StarvedPart, since: number, longest: number): Promise<readonly string[]> {
  const giveUp = Date.now() + longest;
  for (;;) {
    const open = await openWork(part, since).catch((error: unknown) => [`the database: ${String(error)}`]);
    if (open.length === 0 || Date.now() > giveUp) return open;
    await setTimeout(LOOK);
  }
}
