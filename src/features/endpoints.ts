import type { Endpoint } from '../http/contract/endpoint.ts';
import type { ServicesOf } from '../http/services.ts';
import { assistantEndpoints } from './assistants/assistant-endpoints.ts';
import { calibrationEndpoints } from './calibration/calibration-endpoints.ts';
import { feedEndpoints } from './change-feed/feed-endpoints.ts';
import { clusterEndpoints } from './cluster/cluster-endpoints.ts';
import { detectorEndpoints } from './detectors/detector-endpoints.ts';
import { importEndpoints } from './import/import-endpoints.ts';
import { deliveryEndpoints } from './notifications/delivery-endpoints.ts';
import { accountEndpoints } from './people/account-endpoints.ts';
import { userEndpoints } from './people/user-endpoints.ts';
import { projectEndpoints } from './projects/project-endpoints.ts';
import { secretEndpoints } from './projects/secret-endpoints.ts';
import { setupEndpoints } from './projects/setup-endpoints.ts';
import { stepEndpoints } from './projects/step-endpoints.ts';
import { homeEndpoints } from './reports/home-endpoints.ts';
import { learnedEndpoints } from './reports/learned-endpoints.ts';
import { pageEndpoints } from './reports/page-endpoints.ts';
import { runEndpoints } from './reports/run-endpoints.ts';
import { retentionEndpoints } from './retention/retention-endpoints.ts';
import { searchEndpoints } from './search/search-endpoints.ts';
import { stateEndpoints } from './states/state-endpoints.ts';
import { statisticsEndpoints } from './statistics/statistics-endpoints.ts';
import { serverEndpoints } from './system/server-endpoints.ts';
import { systemEndpoints } from './system/system-endpoints.ts';
import { warcEndpoints } from './warc/warc-endpoints.ts';
import { watchingEndpoints } from './watching/watching-endpoints.ts';

/** All endpoints of the server. */
export const endpoints = {
  ...serverEndpoints,
  ...assistantEndpoints,
  ...homeEndpoints,
  ...setupEndpoints,
  ...watchingEndpoints,
  ...importEndpoints,
  ...stepEndpoints,
  ...accountEndpoints,
  ...projectEndpoints,
  ...secretEndpoints,
  ...runEndpoints,
  ...warcEndpoints,
  ...pageEndpoints,
  ...searchEndpoints,
  ...feedEndpoints,
  ...detectorEndpoints,
  ...stateEndpoints,
  ...calibrationEndpoints,
  ...learnedEndpoints,
  ...deliveryEndpoints,
  ...statisticsEndpoints,
  ...retentionEndpoints,
  ...userEndpoints,
  ...systemEndpoints,
  ...clusterEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** One function for every endpoint. */
export type ApiServices = ServicesOf<Endpoints>;
