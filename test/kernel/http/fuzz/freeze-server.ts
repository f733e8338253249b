import { growthBeyondLinear, slowness } from '../freeze/growth.ts';
import type { WorstKind } from '../freeze/worst-pages.ts';
import { type Headers, populate, share } from '../people-of-a-server.ts';
import { endedRun } from '../started-server.ts';
import { type AskedRequest, type Operation, operationsIn } from './asked-request.ts';
import { answerTo, ends, knownThings, strangers } from './fuzz-server.ts';
import { HealthWatch } from './hostile-visits.ts';
import { hostileBodies, hostileParameters, hostileSelectors } from './hostile-work.ts';
import type { WatchedServer } from './start-watched-server.ts';
import type { WorstSite } from './worst-site.ts';

export interface FreezeFigures {
  readonly requests: number;
  readonly endpoints: number;
  readonly callers: number;
  readonly good: number;
  readonly refused: number;
  /** Answers that took too much, or came on top of too many. */
  readonly tooMuch: number;
  /** How often an answer was compared with that of a page of twice the size. */
  readonly compared: number;
  /** The longest that the main thread answered nobody, in milliseconds of CPU; and meanwhile of a visit to all pages. */
  readonly longest: string;
  readonly longestOfVisits: string;
  /** The slowest sign of life, by the clock. */
  readonly healthMs: number;
  /** What must not happen, each with its request. */
  readonly faults: readonly string[];
}

/** The main thread may be busy for so long, in milliseconds of CPU of a machine that is as quick as the reference. */
const LONGEST_TASK = 200;

/** What begins a visit goes on after the answer, and is measured by itself. */
const beginsVisits = /^(?:startRun|resumeRun|startExploration|applyRetention)$/;

/** Asks every endpoint as everybody what costs most, about the worst pages, and measures what the server does meanwhile. */
export async function freezeServer(
  server: WatchedServer,
  site: WorstSite,
  {
    inputs,
    callersEach = Number.POSITIVE_INFINITY,
  }: {
    readonly inputs: number;
    /** Callers beside the administrator that ask each endpoint; they take turns. */
    readonly callersEach?: number;
  },
): Promise<FreezeFigures> {
  const slow = slowness();
  const { callers, cookies } = await populate(server, site.url);
  const faults: string[] = [];
  const counts = { requests: 0, good: 0, refused: 0, tooMuch: 0, compared: 0 };
  let longest = { ms: 0, reported: 'nothing' };

  await visitTwice(server, site);
  const longestOfVisits = `${Math.round((await server.figures()).longest)} ms`;
  await share(server, cookies.owner, 'tides');
  const health = new HealthWatch(server.url);

  const ask = async (who: string, headers: Headers, asked: AskedRequest): Promise<number> => {
    const reported = `${who}: ${asked.method} ${asked.path.slice(0, 200)} ${asked.body?.slice(0, 200) ?? ''}`;
    await server.figures();
    const { status, text } = await answerTo(server.url, asked, headers);
    const figures = await server.figures();
    counts.requests++;
    if (/API_TOO_COSTLY|API_TOO_MANY/.test(text)) counts.tooMuch++;
    if (status >= 500) faults.push(`${status} for ${reported}: ${text.slice(0, 200)}`);
    else if (status < 400) counts.good++;
    else counts.refused++;
    if (figures.longest > longest.ms) longest = { ms: figures.longest, reported };
    if (figures.longest > LONGEST_TASK * slow)
      faults.push(`nobody was answered for ${Math.round(figures.longest)} ms of CPU by ${reported}`);
    return figures.cpu;
  };

  const fileOf = await filesOf(server, site);
  for (const kind of site.kinds)
    for (const [name, requestFor] of Object.entries(pageRequests(site))) {
      const growth = await growthBeyondLinear(
        (times) =>
          ask('administrator', callers['administrator'] ?? {}, requestFor(kind, times, fileOf(kind, times))),
        slow,
      );
      counts.compared++;
      if (growth !== null)
        faults.push(
          `${name}, ${kind}: ${Math.round(growth.once)} ms, and ${Math.round(growth.twice)} ms for twice the page`,
        );
    }

  const operations = operationsIn(await server.json('/api/openapi.json'));
  const known = knownThings(site.url);
  const paths = site.kinds.map((kind) => site.pathOf(kind, 2));
  const bodies = hostileBodies(site.url, paths);
  const files = site.kinds.map((kind) => fileOf(kind, 2));
  const others = Object.keys(callers).filter((name) => name !== 'administrator');
  let asked = 0;
  const othersInTurn = () =>
    Array.from(
      { length: Math.min(callersEach, others.length) },
      () => others[asked++ % others.length] as string,
    );
  for (const operation of operations) {
    const onlyStrangers = ends.test(operation.name) || beginsVisits.test(operation.name);
    for (const who of onlyStrangers ? strangers : ['administrator', ...othersInTurn()])
      for (let input = 0; input < inputs; input++)
        await ask(who, callers[who] ?? {}, hostileRequest(operation, input, { known, bodies, files }));
  }
  const healthMs = await health.end();
  faults.push(...health.faults);
  return {
    ...counts,
    endpoints: operations.length,
    callers: Object.keys(callers).length,
    longest: `${Math.round(longest.ms)} ms by ${longest.reported.slice(0, 120)}`,
    longestOfVisits,
    healthMs,
    faults,
  };
}

/** The project `tides` is visited, edited, and visited again. */
async function visitTwice(server: WatchedServer, site: WorstSite): Promise<void> {
  for (const run of [1, 2]) {
    await server.post('/api/projects/tides/runs');
    await endedRun(server, 'tides', run);
    site.edit();
  }
}

async function filesOf(
  server: WatchedServer,
  site: WorstSite,
): Promise<(kind: WorstKind, times: 1 | 2) => string> {
  const { items } = await server.json<{ items: readonly { readonly file: string; readonly url: string }[] }>(
    '/api/projects/tides/pages?limit=500',
  );
  const files = new Map(items.map(({ file, url }) => [new URL(url).pathname, file]));
  return (kind, times) => {
    const file = files.get(site.pathOf(kind, times));
    if (file === undefined) throw new Error(`${site.pathOf(kind, times)} was not visited`);
    return file;
  };
}

type PageRequest = (kind: WorstKind, times: 1 | 2, file: string) => AskedRequest;

const get = (path: string): AskedRequest => ({ method: 'GET', path, body: null, type: null });

const post = (path: string, body: object): AskedRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  type: 'application/json',
});

/** Every request about one page. */
function pageRequests(site: WorstSite): Readonly<Record<string, PageRequest>> {
  const page =
    (rest: string): PageRequest =>
    (_kind, _times, file) =>
      get(`/api/projects/tides/pages/${file}/${rest}`);
  const regions = hostileSelectors.map((selector): [string, PageRequest] => [
    `regions of ${selector.slice(0, 40)}`,
    page(`regions?selector=${encodeURIComponent(selector)}`),
  ]);
  return {
    text: page('text'),
    diff: page('diff'),
    'whole diff': page('diff?whole=true&noise=true'),
    explain: page('explain'),
    versions: page('versions'),
    regions: page('regions?selector=p'),
    ...Object.fromEntries(regions),
    look: (kind, times) => post('/api/look', { url: new URL(site.pathOf(kind, times), site.url).href }),
    'step by selector': (kind, times) =>
      post('/api/project-files/try-step', {
        file: `name: draft\nsource: ${site.url}\nsteps:\n  - { open: '${site.pathOf(kind, times)}', collect: no }\n  - { follow: { selector: '.nope div div div div div p' } }\n`,
        step: 2,
      }),
    assistant: (_kind, _times, file) =>
      post('/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read_page', arguments: { project: 'tides', file } },
      }),
  };
}

interface HostileThings {
  readonly known: ReturnType<typeof knownThings>;
  readonly bodies: Readonly<Record<string, readonly object[]>>;
  readonly files: readonly string[];
}

/** Right in every part, and made to cost where it can be; the number chooses among what there is. */
function hostileRequest(
  { name, method, path, parameters, hasBody }: Operation,
  input: number,
  { known, bodies, files }: HostileThings,
): AskedRequest {
  const given = (parameter: string): string => {
    const values =
      parameter === 'file'
        ? files
        : parameter === 'project'
          ? ['tides']
          : (hostileParameters[parameter] ?? known.parameters[parameter] ?? ['1']);
    return encodeURIComponent(values[input % values.length] ?? '');
  };
  const query = parameters
    .filter((each) => each.in === 'query' && each.name !== 'after')
    .map((each) => `${each.name}=${given(each.name)}`)
    .join('&');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => given(parameter));
  const asked = query === '' ? address : `${address}?${query}`;
  if (!hasBody) return { method, path: asked, body: null, type: null };
  const own = bodies[name] ?? [known.bodies[name] ?? {}];
  return { method, path: asked, body: JSON.stringify(own[input % own.length]), type: 'application/json' };
}
