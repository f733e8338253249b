import { projectRoot } from '../../../guards/planted-tree.ts';
import { randomOf } from '../../../sites/session-sites/random.ts';
import { type Headers, populate } from '../people-of-a-server.ts';
import type { StartedServer } from '../started-server.ts';
import { type AskedRequest, type KnownThings, operationsIn, strangeRequest } from './asked-request.ts';

export interface FuzzFigures {
  readonly requests: number;
  readonly endpoints: number;
  readonly good: number;
  readonly refused: number;
  /** The request that took longest. */
  readonly slowest: string;
  /** What must not happen, each with its request. */
  readonly faults: readonly string[];
}

/** Nobody else may read these: names of other people, and of what they own. */
const ofOthers = ['rita-reader', 'edda-editor', 'olga-owner', 'moons', 'open sesame'];

/** Whoever succeeds here ends the game for the others: only those ask who have nothing to lose. */
export const ends = /^(?:logOut|logOutEverywhere|removeProject|removeUser|removeMyToken)$/;
export const strangers = ['anonymous', 'token that is none'];

/** Asks a server strange things, in turn as everybody there can be, and looks at every answer. */
export async function fuzzServer(
  server: StartedServer,
  site: string,
  folder: string,
  { seed, requests }: { readonly seed: string; readonly requests: number },
): Promise<FuzzFigures> {
  const random = randomOf(seed);
  const { callers } = await populate(server, site);
  await server
    .json('/api/secrets/canary', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value: 'open sesame' }),
    })
    .catch(() => undefined);
  const known = knownThings(site);
  const operations = operationsIn(await server.json('/api/openapi.json'));
  const counts = { good: 0, refused: 0 };
  let slowest = { ms: 0, reported: '' };
  const faults: string[] = [];
  for (let i = 0; i < requests; i++) {
    const operation = operations[i % operations.length];
    if (operation === undefined) continue;
    const who = random.pick(ends.test(operation.name) ? strangers : Object.keys(callers));
    const asked = strangeRequest(random, operation, known);
    const reported = `${who}: ${asked.method} ${asked.path.slice(0, 300)} ${asked.body?.slice(0, 300) ?? ''}`;
    const begin = performance.now();
    const { status, headers, text } = await answerTo(server.url, asked, callers[who] ?? {});
    const ms = Math.round(performance.now() - begin);
    if (ms > slowest.ms) slowest = { ms, reported };
    if (status >= 500 || status < 200) faults.push(`${status} for ${reported}`);
    else if (status < 400) counts.good++;
    else counts.refused++;
    if (status >= 400 && status !== 416 && operation.name !== 'talkToAssistant') {
      if (!headers.get('content-type')?.startsWith('application/problem+json'))
        faults.push(`no problem, but ${headers.get('content-type')} for ${reported}`);
    }
    if (headers.get('content-security-policy') === null && operation.name !== 'talkToAssistant')
      faults.push(`no policy for ${reported}`);
    const leaked = leaksIn(text, asked, who, folder);
    if (leaked !== null) faults.push(`${leaked} in the answer (${text.slice(0, 200)}) to ${reported}`);
  }
  const { isReady } = await server.json<{ isReady: boolean }>('/readyz');
  if (!isReady) faults.push('the server is not ready afterwards');
  const longest = `${slowest.ms} ms: ${slowest.reported.slice(0, 150)}`;
  return { requests, endpoints: operations.length, ...counts, slowest: longest, faults };
}

export async function answerTo(url: string, { method, path, body, type }: AskedRequest, caller: Headers) {
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...caller, ...(type !== null && { 'content-type': type }) },
    ...(body !== null && { body }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers, text: isStream ? '' : await answer.text() };
}

/** Stacks, paths of the machine, and names of others; null when there are none. */
function leaksIn(text: string, asked: AskedRequest, who: string, folder: string): string | null {
  if (/\n\s+at \S+|node_modules|\.ts:\d+|SQLITE_|node:internal/.test(text)) return 'a stack';
  if (text.includes(folder) || text.includes(projectRoot)) return 'a path';
  if (who !== 'anonymous' && who !== 'other' && who !== 'token that is none') return null;
  const sent = decodeURIComponentOr(asked.path) + (asked.body ?? '');
  return ofOthers.find((name) => text.includes(name) && !sent.includes(name)) ?? null;
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function knownThings(site: string): KnownThings {
  return {
    parameters: {
      project: ['tides', 'moons', 'ships', 'none'],
      run: ['1', '2', '4242'],
      file: ['1', '2', '3', '4242'],
      rule: ['ffffffff', '0'],
      detector: ['flood', 'none'],
      secret: ['canary', 'none'],
      user: ['nobody-at-all'],
      token: ['1', '2', '3', '4242'],
      part: ['try.js', 'try.css'],
      limit: ['1', '500'],
      after: ['0', '3', 'tides'],
      q: ['tide', '"high tide" OR moon*'],
      since: ['2026-01-01T00:00:00Z'],
      until: ['2027-01-01T00:00:00Z'],
      flags: ['NEW,UPD'],
      which: ['all'],
      format: ['json', 'csv', 'xml'],
      state: ['sent'],
      by: ['day'],
      from: ['0', '1'],
      to: ['1'],
      length: ['10'],
      selector: ['h1', 'main p'],
      noise: ['true'],
      whole: ['true'],
      history: ['true'],
    },
    bodies: {
      logIn: { name: 'nobody-at-all', password: 'wrong password' },
      lookAtLink: { token: 'none' },
      useLink: { token: 'none', password: 'a long password' },
      changeMyPassword: { old: 'wrong password', password: 'a long password' },
      addMyToken: { name: 'x', scope: 'read', project: 'ships', days: 3 },
      addProject: { url: site, name: 'fuzzed' },
      changeProject: { file: `name: ships\nsource: ${site}\n`, was: 'x' },
      tryDraftStep: { file: `name: draft\nsource: ${site}\nsteps: [{ open: / }]\n`, step: 1 },
      tryStep: { step: 1 },
      importWatches: { from: 'urlwatch', watches: 'url: https://example.org/', settings: 'display: {}' },
      retryDeliveries: { id: 'abc' },
      startRun: { visits: 'changes', onlyDue: false },
      addDetector: { words: ['flood'], name: 'flood' },
      tryDetector: { words: ['flood'] },
      switchLearned: { state: 'off' },
      testRules: { urls: [site] },
      keepSecret: { value: 'a secret' },
      keepProjectSecret: { value: 'a secret' },
      addUser: { name: 'fuzzed-user', role: 'reader' },
      changeUser: { role: 'reader' },
      setAccess: { access: 'read' },
      talkToAssistant: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read_page', arguments: { project: 'tides', file: '1' } },
      },
    },
  };
}
