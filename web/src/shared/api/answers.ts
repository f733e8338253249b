import type { JsonOf } from '../../../../src/http/contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../../../../src/http/contract/endpoints.ts';

/** The JSON that an endpoint answers with. */
export type AnswerOf<N extends EndpointName> = JsonOf<Endpoints[N]>;
