import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/features/endpoints.ts';
import { apiServer } from '../../../src/http/api-server.ts';
import type { Endpoint } from '../../../src/http/contract/endpoint.ts';
import { RequestMeter } from '../../../src/http/metrics/request-meter.ts';
import { goodPassword } from '../../features/people/people-for-test.ts';
import { type EditedSite, editedSite } from '../database/edited-site.ts';
import { type Databases, databaseKinds, startDatabases } from '../database/store-databases.ts';
import { type Headers, type Population, populate } from './people-of-a-server.ts';
import { endedRun, fromOwnPage, logInOverHttp, type StartedServer, startedServer } from './started-server.ts';

/** Who may use an endpoint, decided here once more, by hand. */
type Class =
  /** Probes: nobody looks at who they are. */
  | 'everybody with any token'
  | 'everybody'
  | 'people who are logged in'
  | 'whoever is known'
  | 'editors'
  | 'administrators'
  | 'administrators who are logged in'
  | 'readers of the project'
  | 'editors of the project'
  | 'owners of the project';

/** A new endpoint does not compile here, and fails below, until somebody has decided who may use it. */
const classes: Readonly<Record<EndpointName, Class>> = {
  isAlive: 'everybody with any token',
  isReady: 'everybody with any token',
  describeApi: 'everybody',
  showTryPage: 'everybody',
  showPagePart: 'everybody',
  waysToLogIn: 'everybody',
  logIn: 'everybody',
  logInElsewhere: 'everybody',
  returnFromElsewhere: 'everybody',
  lookAtLink: 'everybody',
  useLink: 'everybody',
  logOut: 'people who are logged in',
  logOutEverywhere: 'people who are logged in',
  changeMyPassword: 'people who are logged in',
  listMyTokens: 'people who are logged in',
  addMyToken: 'people who are logged in',
  removeMyToken: 'people who are logged in',
  whoAmI: 'whoever is known',
  talkToAssistant: 'whoever is known',
  listProjects: 'whoever is known',
  listChanges: 'whoever is known',
  watchRuns: 'whoever is known',
  searchPages: 'whoever is known',
  showStatistics: 'whoever is known',
  showHome: 'whoever is known',
  markRead: 'whoever is known',
  draftProject: 'whoever is known',
  tryAddress: 'whoever is known',
  checkProjectFile: 'whoever is known',
  showProjectSchema: 'whoever is known',
  addProject: 'editors',
  lookAtSite: 'editors',
  listCalibrationSets: 'editors',
  nextPair: 'editors',
  giveVerdict: 'editors',
  takeBackVerdict: 'editors',
  compareJudges: 'editors',
  readRecordedScreenshot: 'editors',
  readCalibration: 'editors',
  listMistakes: 'editors',
  recommendSetting: 'editors',
  tryDraftStep: 'editors',
  importWatches: 'editors',
  showMetrics: 'administrators',
  showSystem: 'administrators',
  listFeedReaders: 'administrators',
  removeFeedReader: 'administrators',
  listNodes: 'administrators',
  changeNode: 'administrators',
  showQueue: 'administrators',
  retryDeadLetter: 'administrators',
  removeDeadLetter: 'administrators',
  listUsers: 'administrators',
  addUser: 'administrators',
  changeUser: 'administrators',
  removeUser: 'administrators',
  readAuditLog: 'administrators',
  listSecrets: 'administrators',
  keepSecret: 'administrators',
  removeSecret: 'administrators',
  makeLink: 'administrators who are logged in',
  showProject: 'readers of the project',
  listRuns: 'readers of the project',
  showRun: 'readers of the project',
  showSummary: 'readers of the project',
  listRunPages: 'readers of the project',
  reportRun: 'readers of the project',
  exportRun: 'readers of the project',
  listExplorations: 'readers of the project',
  readStateGraph: 'readers of the project',
  showStateSummary: 'readers of the project',
  readState: 'readers of the project',
  listPages: 'readers of the project',
  showPage: 'readers of the project',
  listVersions: 'readers of the project',
  diffPage: 'readers of the project',
  explainPage: 'readers of the project',
  readText: 'readers of the project',
  showRegions: 'readers of the project',
  readFile: 'readers of the project',
  listDetectors: 'readers of the project',
  tryDetector: 'readers of the project',
  listMatches: 'readers of the project',
  listLearned: 'readers of the project',
  explainLearned: 'readers of the project',
  testRules: 'readers of the project',
  listDeliveries: 'readers of the project',
  showRetention: 'readers of the project',
  changeProject: 'editors of the project',
  tryStep: 'editors of the project',
  startRun: 'editors of the project',
  stopRun: 'editors of the project',
  withdrawRun: 'editors of the project',
  resumeRun: 'editors of the project',
  startExploration: 'editors of the project',
  stopExploration: 'editors of the project',
  confirmRun: 'editors of the project',
  addDetector: 'editors of the project',
  removeDetector: 'editors of the project',
  switchLearned: 'editors of the project',
  testChannels: 'editors of the project',
  retryDeliveries: 'editors of the project',
  applyRetention: 'editors of the project',
  listProjectSecrets: 'editors of the project',
  keepProjectSecret: 'editors of the project',
  removeProjectSecret: 'editors of the project',
  removeProject: 'owners of the project',
  listAccess: 'owners of the project',
  setAccess: 'owners of the project',
  removeAccess: 'owners of the project',
};

type Verdict = 'let in' | 'not logged in' | 'not allowed' | 'no such project';

const groups = {
  administrators: ['administrator', 'token of the administrator'],
  owners: ['owner', 'token for everything', 'token for the project'],
  editors: ['editor', 'token to write'],
  readers: ['reader', 'token to read'],
  others: ['other', 'token for another project'],
} as const;
const within = (...names: (keyof typeof groups)[]): readonly string[] =>
  names.flatMap((name) => groups[name]);
const userNames: Readonly<Record<string, string>> = {
  reader: 'rita-reader',
  editor: 'edda-editor',
  owner: 'olga-owner',
  other: 'otto-other',
  administrator: 'admin',
};
const people: readonly string[] = Object.keys(userNames);

function expected(who: string, kind: Class): Verdict {
  if (kind === 'everybody with any token') return 'let in';
  if (who === 'token that is none') return 'not logged in';
  if (kind === 'everybody') return 'let in';
  if (who === 'anonymous') return 'not logged in';
  const allowing = (names: readonly string[]): Verdict => (names.includes(who) ? 'let in' : 'not allowed');
  switch (kind) {
    case 'whoever is known':
      return 'let in';
    case 'people who are logged in':
      return allowing(people);
    case 'editors':
      return allowing([
        ...groups.administrators,
        'owner',
        'editor',
        'other',
        'token to write',
        'token for everything',
      ]);
    case 'administrators':
      return allowing(groups.administrators);
    case 'administrators who are logged in':
      return allowing(['administrator']);
  }
  if (within('others').includes(who)) return 'no such project';
  switch (kind) {
    case 'readers of the project':
      return 'let in';
    case 'editors of the project':
      return allowing(within('administrators', 'owners', 'editors'));
    case 'owners of the project':
      return allowing(within('administrators', 'owners'));
  }
}

let databases: Databases;
let site: EditedSite;
let server: StartedServer;
let population: Population;
const all = Object.entries(endpoints) as readonly (readonly [EndpointName, Endpoint])[];

/** Parameters that lead to nothing, but for the project: whoever is let in changes nothing by it. */
const nothing: Readonly<Record<string, string>> = {
  run: '4242',
  file: '4242',
  rule: 'ffffffff',
  detector: 'none',
  secret: 'none',
  user: 'nobody-at-all',
  token: '4242',
  part: 'try.css',
};
const bodies: Readonly<Record<string, object>> = {
  // The tokens of the others are still needed.
  logOutEverywhere: { keepTokens: true },
  logIn: { name: 'nobody-at-all', password: 'x' },
  lookAtLink: { token: 'none' },
  useLink: { token: 'none', password: 'x' },
  changeMyPassword: { old: 'wrong', password: 'x' },
  addDetector: { words: [] },
  addMyToken: { name: '' },
  talkToAssistant: {},
  startExploration: { screenshots: 'no answer' },
};

function ask(name: EndpointName, project: string, headers: Headers, method?: string): Promise<Response> {
  const endpoint: Endpoint = endpoints[name];
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) =>
    key === 'project' ? encodeURIComponent(project) : (nothing[key] ?? 'x'),
  );
  const hasBody = endpoint.body !== undefined;
  return fetch(`${server.url}${path}${name === 'searchPages' ? '?q=tides' : ''}`, {
    method: method ?? endpoint.method,
    redirect: 'manual',
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    ...(hasBody && method === undefined && { body: JSON.stringify(bodies[name] ?? {}) }),
  });
}

/** What an answer says about the door; everything behind it means that somebody was let in. */
async function verdictOf(answer: Response, project: string): Promise<Verdict> {
  if (!answer.headers.get('content-type')?.startsWith('application/problem+json')) {
    await answer.body?.cancel();
    return 'let in';
  }
  const { code, detail } = (await answer.json()) as { code: string; detail: string };
  if (code === 'API_NOT_LOGGED_IN') return 'not logged in';
  if (code === 'API_NOT_ALLOWED') return 'not allowed';
  return code === 'API_NOT_FOUND' && detail === `There is no project "${project}".`
    ? 'no such project'
    : 'let in';
}

test('every route of the server is an endpoint of the contract', () => {
  const refuse = async () => 'not allowed' as const;
  const app = apiServer({
    endpoints,
    services: {} as never,
    gate: refuse,
    log: null,
    note: async () => undefined,
    meter: new RequestMeter(),
    hasRuns: () => false,
    web: null,
  });
  const printed = app.printRoutes({ commonPrefix: false, includeHooks: false });
  const registered: string[] = [];
  const parents: string[] = [];
  for (const line of printed.split('\n')) {
    const [, indent = '', part = '', methods] = /^([│ ]*)[└├]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === '') continue;
    const depth = indent.length / 4;
    parents.length = depth;
    parents.push(part);
    for (const method of methods?.split(', ') ?? []) registered.push(`${method} ${parents.join('')}`);
  }
  const declared = all.flatMap(([, { method, path }]) =>
    method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
  );
  expect(registered.toSorted()).toEqual(declared.toSorted());
});

/** An answer as bytes, without what is different each time. */
async function seen(answer: Response, name: string): Promise<string> {
  const headers = [...answer.headers].filter(([key]) => key !== 'date' && key !== 'x-request-id');
  const text = new TextDecoder().decode(await answer.arrayBuffer());
  // Cursors of the change feed are made anew for every answer.
  const lasting = text.replace(/"request":"[^"]+"/, '').replace(/"next":"[\w-]{48}"/, '');
  const written = JSON.stringify([answer.status, headers, lasting]);
  return written.replaceAll(name, 'NAME');
}

describe.each(databaseKinds)('on %s', (kind) => {
  beforeAll(async () => {
    databases = await startDatabases(kind);
    site = await editedSite();
    server = await startedServer(await databases.fresh());
    population = await populate(server, site.url);
    await server.post('/api/projects/tides/runs');
    await endedRun(server, 'tides', 1);
  });
  afterAll(async () => {
    await server.close();
    await site.close();
    await databases.stop();
  });

  test('things of others answer as things that do not exist, byte by byte', {
    timeout: 300_000,
  }, async () => {
    const strangers = ['other', 'token for another project', 'anonymous'];
    for (const who of strangers) {
      const headers = population.callers[who] ?? {};
      for (const [name, { path }] of all.filter(
        ([, endpoint]) => endpoint.access.project === 'of the path',
      )) {
        const [theirs, none] = [await ask(name, 'tides', headers), await ask(name, 'never', headers)];
        expect(await seen(theirs, 'tides'), `${who} at ${path}`).toBe(await seen(none, 'never'));
      }
      const get = (path: string) => fetch(`${server.url}${path}`, { headers });
      for (const path of [
        '/api/changes?x=1',
        '/api/search?q=tide',
        '/api/statistics?x=1',
        '/api/events?x=1',
      ]) {
        const [theirs, none] = [await get(`${path}&project=tides`), await get(`${path}&project=never`)];
        expect(await seen(theirs, 'tides'), `${who} at ${path}`).toBe(await seen(none, 'never'));
      }
    }
    const cookie = population.cookies.other;
    const wish = (project: string) =>
      fromOwnPage(server.url, '/api/me/tokens', { name: 'x', project, password: goodPassword }, { cookie });
    expect(await seen(await wish('tides'), 'tides')).toBe(await seen(await wish('never'), 'never'));
    // An assistant names projects in its messages.
    const reported = async (tool: string, project: string) => {
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: { project, file: '1', query: 'tide' } },
      };
      const accept = 'application/json, text/event-stream';
      return seen(await fromOwnPage(server.url, '/mcp', message, { cookie, accept }), project);
    };
    for (const tool of ['search', 'read_page', 'what_changed', 'explain']) {
      const theirs = await reported(tool, 'tides');
      expect(theirs, tool).toContain('API_NOT_FOUND');
      expect(theirs, tool).toBe(await reported(tool, 'never'));
    }
  });

  test('lists over all projects show each caller only their own', async () => {
    const lists = ['/api/projects', '/api/changes', '/api/search?q=tides', '/api/statistics'];
    const names = async (who: string): Promise<readonly string[]> => {
      const headers = population.callers[who] ?? {};
      const texts = await Promise.all(
        lists.map(async (path) => (await fetch(`${server.url}${path}`, { headers })).text()),
      );
      return ['tides', 'moons', 'ships'].filter((name) => texts.some((text) => text.includes(`"${name}"`)));
    };
    expect(await names('administrator')).toEqual(['tides', 'moons', 'ships']);
    expect(await names('owner')).toEqual(['tides', 'moons']);
    expect(await names('reader')).toEqual(['tides']);
    expect(await names('other')).toEqual(['ships']);
    expect(await names('token for another project')).toEqual(['moons']);
  });

  test('a page of another site changes nothing, whoever is logged in', async () => {
    const changing = all.filter(([, { method }]) => method !== 'GET');
    const cookie = server.cookie;
    for (const [name, { path, access }] of changing) {
      for (const foreign of [
        {},
        { 'x-tidemark-client': 'test' },
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'cross-site', 'x-tidemark-client': 'test' },
        { origin: 'https://evil.example', 'x-tidemark-client': 'test' },
      ] as Headers[]) {
        const answer = await ask(name, 'tides', { cookie, ...foreign });
        expect([answer.status, await verdictOf(answer, 'tides')], `${path} ${access.role}`).toEqual([
          403,
          'not allowed',
        ]);
      }
    }
  });

  test('security headers are on every answer, good or bad', async () => {
    for (const path of [
      '/',
      '/welcome',
      '/api/',
      '/healthz',
      '/api/me',
      '/api/projects',
      '/nowhere',
      '/page/try.js',
    ]) {
      for (const headers of [{}, population.callers['administrator'] ?? {}]) {
        const answer = await fetch(`${server.url}${path}`, { headers });
        await answer.body?.cancel();
        const value = (name: string) => answer.headers.get(name);
        expect(value('content-security-policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
        expect(value('content-security-policy'), path).not.toMatch(/unsafe/);
        expect([value('x-content-type-options'), value('referrer-policy')], path).toEqual([
          'nosniff',
          'no-referrer',
        ]);
        expect(value('cross-origin-resource-policy'), path).toBe('same-origin');
      }
    }
  });

  /** Requests that succeed and end what the others need come last: sessions, and the project itself. */
  const rank = (name: EndpointName, who: string): number =>
    name === 'removeProject' && who === 'token for the project' ? 2 : name === 'logOutEverywhere' ? 1 : 0;

  test('every endpoint answers everybody as it is classified', { timeout: 300_000 }, async () => {
    const { callers, cookies } = population;
    const spare = new Map<string, string>();
    for (const [who, user] of Object.entries(userNames))
      spare.set(who, await logInOverHttp(server.url, user, goodPassword));
    /** For requests that succeed: something of its own to end. */
    const arranged = async (name: EndpointName, who: string, headers: Headers) => {
      if (name === 'logOut' && spare.has(who))
        return { project: 'tides', headers: { ...headers, cookie: spare.get(who) ?? '' } };
      if (
        name !== 'removeProject' ||
        !within('administrators', 'owners').includes(who) ||
        rank(name, who) === 2
      )
        return { project: 'tides', headers };
      const project = `victim of ${who}`;
      const cookie = cookies.owner;
      await fromOwnPage(server.url, '/api/projects', { url: site.url, name: project }, { cookie });
      return { project, headers };
    };
    const wrong: string[] = [];
    let asked = 0;
    const asking = all
      .flatMap(([name]) => Object.entries(callers).map(([who, headers]) => ({ name, who, headers })))
      .sort((a, b) => rank(a.name, a.who) - rank(b.name, b.who));
    for (const { name, who, headers } of asking) {
      const { project, headers: sent } = await arranged(name, who, headers);
      const verdict = await verdictOf(await ask(name, project, sent), project);
      const wanted = expected(who, classes[name]);
      if (verdict !== wanted) wrong.push(`${who} at ${name}: ${verdict}, not ${wanted}`);
      asked++;
      if (endpoints[name].method !== 'GET') continue;
      const { status } = await ask(name, project, sent, 'HEAD');
      const isRefused = status === 401 || status === 403;
      if (isRefused !== (wanted === 'not logged in' || wanted === 'not allowed'))
        wrong.push(`${who} at HEAD ${name}: ${status}`);
      asked++;
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(
      Object.keys(callers).length * all.flatMap(([, { method }]) => (method === 'GET' ? [1, 2] : [1])).length,
    );
  });
});
