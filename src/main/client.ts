import { type Endpoints, endpoints } from '../features/endpoints.ts';
import {
  type ClientOf,
  type ClientOptions,
  clientOfLines,
  linesOf,
} from '../http/contract/client-of-lines.ts';

export { type ClientOptions, ProblemError } from '../http/contract/client-of-lines.ts';

/** One function for every endpoint. */
export type TidemarkClient = ClientOf<Endpoints>;

/** A client of a server. Every function throws a ProblemError when the server answers with a problem. */
export const tidemarkClient = (options: ClientOptions): TidemarkClient =>
  clientOfLines(linesOf(endpoints), options);
