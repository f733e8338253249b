import type { EndpointName, Endpoints } from '../../../../src/features/endpoints.ts';
import type { JsonOf } from '../../../../src/http/contract/endpoint.ts';

/** The JSON that an endpoint answers with. */
export type AnswerOf<N extends EndpointName> = JsonOf<Endpoints[N]>;
