import { accountEndpoints } from './account-endpoints.ts';
import { calibrationEndpoints } from './calibration-endpoints.ts';
import { detectorEndpoints } from './detector-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { feedEndpoints } from './feed-endpoints.ts';
import { homeEndpoints } from './home-endpoints.ts';
import { nodeEndpoints } from './node-endpoints.ts';
import { pageEndpoints } from './page-endpoints.ts';
import { projectEndpoints } from './project-endpoints.ts';
import { projectSecretEndpoints } from './project-secret-endpoints.ts';
import { queueEndpoints } from './queue-endpoints.ts';
import { runEndpoints } from './run-endpoints.ts';
import { serverEndpoints } from './server-endpoints.ts';
import { setupEndpoints } from './setup-endpoints.ts';
import { stateEndpoints } from './state-endpoints.ts';
import { stepEndpoints } from './step-endpoints.ts';
import { systemEndpoints } from './system-endpoints.ts';
import { upkeepEndpoints } from './upkeep-endpoints.ts';
import { userEndpoints } from './user-endpoints.ts';

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
