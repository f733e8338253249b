import type { Config } from '../../config/index.ts';
import { type Exploration, usualCandidates, usualExploreLimits } from '../../explore/index.ts';
import { namedSetting } from '../../fingerprint/index.ts';
import type { Store, StoredExploration } from '../../store/index.ts';
import { type ApplicationToExplore, exploreApplication } from '../states/explore-application.ts';
import { openExploration } from './open-exploration.ts';

export interface KeptExploration {
  readonly exploration: Exploration;
  readonly stored: StoredExploration;
  readonly resumed: boolean;
}

/** Explores an application as `exploreApplication` does, and keeps what is found; one that was broken off goes on. */
export async function exploreAndKeep(
  store: Store,
  { project, ...wanted }: ApplicationToExplore & { readonly project: string },
  config: Pick<Config, 'browser' | 'caFile' | 'allowedNetworks'>,
): Promise<KeptExploration> {
  const {
    setting = namedSetting('content'),
    limits = usualExploreLimits,
    candidates = usualCandidates,
    strip = [],
    screenshots = false,
  } = wanted;
  // How long it may take is no part of what it finds: with more time it goes on.
  const { timeMs: _, ...bounds } = limits;
  const settings = {
    setting: setting.name,
    threshold: setting.threshold,
    limits: bounds,
    candidates,
    strip,
    screenshots,
  };
  const open = await openExploration(store, { project, url: wanted.url, settings });
  let ending: string | null = null;
  try {
    const exploration = await exploreApplication({ ...wanted, record: open.record }, config);
    ending = exploration.ending;
    return { exploration, stored: open.exploration, resumed: open.resumed };
  } finally {
    await open.close(ending);
  }
}
