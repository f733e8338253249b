import { calibrationEndpoints } from '../../features/calibration/calibration-endpoints.ts';
import { feedEndpoints } from '../../features/change-feed/feed-endpoints.ts';
import { nodeEndpoints } from '../../features/cluster/node-endpoints.ts';
import { queueEndpoints } from '../../features/cluster/queue-endpoints.ts';
import { detectorEndpoints } from '../../features/detectors/detector-endpoints.ts';
import { accountEndpoints } from '../../features/people/account-endpoints.ts';
import { userEndpoints } from '../../features/people/user-endpoints.ts';
import { projectEndpoints } from '../../features/projects/project-endpoints.ts';
import { projectSecretEndpoints } from '../../features/projects/project-secret-endpoints.ts';
import { setupEndpoints } from '../../features/projects/setup-endpoints.ts';
import { stepEndpoints } from '../../features/projects/step-endpoints.ts';
import { homeEndpoints } from '../../features/reports/home-endpoints.ts';
import { pageEndpoints } from '../../features/reports/page-endpoints.ts';
import { runEndpoints } from '../../features/reports/run-endpoints.ts';
import { upkeepEndpoints } from '../../features/retention/upkeep-endpoints.ts';
import { stateEndpoints } from '../../features/states/state-endpoints.ts';
import { serverEndpoints } from '../../features/system/server-endpoints.ts';
import { systemEndpoints } from '../../features/system/system-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

/** Everything that can be asked of the server. */
export const endpoints = {
  ...serverEndpoints,
  ...homeEndpoints,
  ...setupEndpoints,
  ...stepEndpoints,
  ...accountEndpoints,
  ...projectEndpoints,
  ...projectSecretEndpoints,
  ...runEndpoints,
  ...pageEndpoints,
  ...feedEndpoints,
  ...detectorEndpoints,
  ...stateEndpoints,
  ...calibrationEndpoints,
  ...upkeepEndpoints,
  ...userEndpoints,
  ...systemEndpoints,
  ...nodeEndpoints,
  ...queueEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
