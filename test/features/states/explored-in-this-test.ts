import { afterAll, onTestFinished } from 'vitest';
import { freeAccess } from '../../../src/access/index.ts';
import {
  type Exploration,
  type ExploreEvent,
  type ExploreOptions,
  exploreStates,
  MemoryRecord,
  type SeenState,
  usualCandidates,
  usualExploreLimits,
  usualVisit,
} from '../../../src/explore/index.ts';
import { type GuardedBrowser, openBrowser } from '../../../src/fetch/index.ts';
import { namedSetting } from '../../../src/fingerprint/index.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';
import { serveSite } from '../../sites/plain/site-server.ts';

export interface ExploredInTest extends Exploration {
  readonly seen: readonly SeenState[];
  readonly events: readonly ExploreEvent[];
  /** How many browsers were opened. */
  readonly browsers: number;
}

const newBrowser = () =>
  openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });

let shared: Promise<GuardedBrowser> | null = null;

/** Opens one for all tests of a file, which calls this before its tests: every visitor begins with nothing anyway. */
export function sharesBrowser(): void {
  afterAll(async () => {
    const browser = await shared;
    shared = null;
    await browser?.close();
  });
}

/** Explores pages on loopback, by their paths, with a real browser: that of the file, or one of its own. */
export async function exploredInThisTest(
  pages: Readonly<Record<string, string>>,
  options: Partial<ExploreOptions> = {},
  { hasOwnBrowser = false }: { readonly hasOwnBrowser?: boolean } = {},
): Promise<ExploredInTest> {
  const site = await serveSite(({ target }, response) => {
    const page = pages[target.split('?')[0] ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? 'not here');
  });
  onTestFinished(() => site.close());
  const record = new MemoryRecord();
  const events: ExploreEvent[] = [];
  const opened: GuardedBrowser[] = [];
  const exploration = await exploreStates({
    url: `${site.origin}/`,
    record,
    openBrowser: async () => {
      if (!hasOwnBrowser) {
        shared ??= newBrowser();
        return { ...(await shared), close: () => Promise.resolve() };
      }
      const browser = await newBrowser();
      opened.push(browser);
      return browser;
    },
    setting: namedSetting('content'),
    limits: usualExploreLimits,
    contexts: 2,
    candidates: usualCandidates,
    strip: [],
    plain: false,
    screenshots: false,
    visit: usualVisit,
    access: freeAccess,
    mayChange: () => false,
    reset: null,
    onEvent: (event) => void events.push(event),
    signal: null,
    ...options,
  });
  if (opened.some(({ hasEnded }) => !hasEnded)) throw new Error('a browser was left open');
  const { states } = await (options.record ?? record).soFar();
  return { ...exploration, seen: states, events, browsers: opened.length };
}

/** `0 Tides > 1`: what leads where. */
export function waysOf({ graph }: Pick<Exploration, 'graph'>): readonly string[] {
  return graph.transitions.map(
    ({ from, to, action }) => `${from} ${action.place?.label ?? action.kind} > ${to}`,
  );
}

/** A page with an empty `main` and a script. */
export const scripted = (body: string, script = ''): string =>
  `<!doctype html><title>Harbour</title><link rel="icon" href="data:,"><h1>Harbour</h1>${body}<main></main><script>const main = document.querySelector('main');${script}</script>`;
