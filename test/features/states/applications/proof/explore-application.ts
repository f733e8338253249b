import { freeAccess } from '../../../../../src/access/index.ts';
import {
  type Exploration,
  type ExploreLimits,
  exploreStates,
  MemoryRecord,
  usualCandidates,
  usualExploreLimits,
  usualVisit,
} from '../../../../../src/explore/index.ts';
import type { GuardedBrowser } from '../../../../../src/fetch/index.ts';
import type { NearDuplicates } from '../../../../../src/fingerprint/index.ts';
import { serveSite } from '../../../../sites/plain/site-server.ts';
import type { StateApplication } from '../state-application.ts';
import type { FoundStates } from './judge.ts';
import { readText } from './read-text.ts';

export interface Trial {
  readonly setting: NearDuplicates<unknown>;
  readonly limits?: Partial<ExploreLimits>;
  readonly contexts?: number;
  /** As Crawljax did: see ExploreOptions. */
  readonly plain?: boolean;
}

export interface ExploredApplication {
  readonly exploration: Exploration;
  readonly found: FoundStates;
  readonly seconds: number;
}

/** Serves an application anew and explores it, with the usual options but for those of the trial. The browser stays open. */
export async function exploreApplication(
  application: StateApplication,
  browser: GuardedBrowser,
  { setting, limits, contexts = 2, plain = false }: Trial,
): Promise<ExploredApplication> {
  const site = await serveSite(application.serve());
  const record = new MemoryRecord();
  const begun = performance.now();
  try {
    const exploration = await exploreStates({
      url: `${site.origin}/`,
      record,
      openBrowser: () => Promise.resolve({ ...browser, close: () => Promise.resolve() }),
      setting,
      limits: { ...usualExploreLimits, ...limits },
      contexts,
      candidates: { ...usualCandidates, ...application.tries },
      strip: [],
      plain,
      screenshots: false,
      visit: usualVisit,
      access: freeAccess,
      mayChange: () => false,
      reset: null,
      onEvent: () => undefined,
      signal: null,
    });
    const { states } = await record.soFar();
    const texts = states.map(({ html }) => readText(html));
    const { transitions } = exploration.graph;
    const seconds = (performance.now() - begun) / 1000;
    return { exploration, found: { texts, transitions, asked: site.pages() }, seconds };
  } finally {
    await site.close();
  }
}
