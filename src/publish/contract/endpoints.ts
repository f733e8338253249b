import { detectorEndpoints } from './detector-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { feedEndpoints } from './feed-endpoints.ts';
import { homeEndpoints } from './home-endpoints.ts';
import { pageEndpoints } from './page-endpoints.ts';
import { projectEndpoints } from './project-endpoints.ts';
import { runEndpoints } from './run-endpoints.ts';
import { serverEndpoints } from './server-endpoints.ts';
import { upkeepEndpoints } from './upkeep-endpoints.ts';

/** Everything that can be asked of the server. */
export const endpoints = {
  ...serverEndpoints,
  ...homeEndpoints,
  ...projectEndpoints,
  ...runEndpoints,
  ...pageEndpoints,
  ...feedEndpoints,
  ...detectorEndpoints,
  ...upkeepEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
