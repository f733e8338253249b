import { featuresAreKnown } from '../base/index.ts';
import { assistants } from './assistants/feature.ts';
import { backup } from './backup/feature.ts';
import { calibration } from './calibration/feature.ts';
import { changeFeed } from './change-feed/feature.ts';
import { cluster } from './cluster/feature.ts';
import { demo } from './demo/feature.ts';
import { detectors } from './detectors/feature.ts';
import { doctor } from './doctor/feature.ts';
import type { Feature } from './feature.ts';
import { fingerprints } from './fingerprints/feature.ts';
import { importing } from './import/feature.ts';
import { notifications } from './notifications/feature.ts';
import { people } from './people/feature.ts';
import { projects } from './projects/feature.ts';
import { reports } from './reports/feature.ts';
import { retention } from './retention/feature.ts';
import { search } from './search/feature.ts';
import { states } from './states/feature.ts';
import { statistics } from './statistics/feature.ts';
import { system } from './system/feature.ts';
import { urlTools } from './url-tools/feature.ts';
import { useStoreParts } from './use-store-parts.ts';
import { warc } from './warc/feature.ts';
import { watching } from './watching/feature.ts';

/** All features. To remove one, delete its folder and its lines here, in `endpoints.ts` and in `store-parts.ts`. */
export const features: readonly Feature[] = [
  assistants,
  backup,
  calibration,
  changeFeed,
  cluster,
  demo,
  detectors,
  doctor,
  fingerprints,
  importing,
  notifications,
  people,
  projects,
  reports,
  retention,
  search,
  states,
  statistics,
  system,
  urlTools,
  warc,
  watching,
];

/** Registers what features add to the kernel. Every process and thread that runs projects calls it first. */
export function useFeatures(): void {
  useStoreParts();
  for (const { fill } of features) fill?.();
  featuresAreKnown();
}
