import { type ClientOptions, clientOfLines, type TidemarkClient } from './client-of-lines.ts';
import type { Endpoint } from './endpoint.ts';
import { type EndpointLine, lineOf } from './endpoint-line.ts';
import { type EndpointName, endpoints } from './endpoints.ts';

export { type ClientOptions, ProblemError, type TidemarkClient } from './client-of-lines.ts';

/** The table as plain data. */
export const endpointLines = Object.fromEntries(
  (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, each]) => [name, lineOf(each)]),
) as Readonly<Record<EndpointName, EndpointLine>>;

/** Asks a server. Every function throws a ProblemError where the server answers with a problem. */
export const tidemarkClient = (options: ClientOptions): TidemarkClient =>
  clientOfLines(endpointLines, options);
