import { freeAccess } from '../../access/index.ts';
import { type Config, readConfig, searchPath } from '../../config/index.ts';
import { checkedSettings } from '../../crawl/run/run-settings.ts';
import { siteEgress } from '../../crawl/site/site-network.ts';
import {
  type Exploration,
  type ExploreOptions,
  exploreStates,
  MemoryRecord,
  usualCandidates,
  usualExploreLimits,
  usualVisit,
} from '../../explore/index.ts';
import { openBrowser } from '../../fetch/index.ts';
import { namedSetting } from '../../fingerprint/index.ts';

/** Options that are left out have defaults: the setting `content`, everything in memory, one visitor. */
export type ApplicationToExplore = Pick<ExploreOptions, 'url'> & Partial<ExploreOptions>;

/** Explores an application with a browser of this machine. All requests of the browser go through the egress guard. */
export async function exploreApplication(
  wanted: ApplicationToExplore,
  config: Pick<Config, 'browser' | 'caFile' | 'allowedNetworks'> = readConfig(),
): Promise<Exploration> {
  const egress = siteEgress([new URL(wanted.url).hostname], await checkedSettings({}), config);
  return exploreStates({
    record: new MemoryRecord(),
    openBrowser: () => openBrowser({ egress, program: config.browser, path: searchPath() }),
    setting: namedSetting('content'),
    limits: usualExploreLimits,
    contexts: 1,
    candidates: usualCandidates,
    plain: false,
    strip: [],
    screenshots: false,
    visit: usualVisit,
    access: freeAccess,
    mayChange: () => false,
    reset: null,
    onEvent: () => undefined,
    signal: null,
    ...wanted,
  });
}
