import { endpointLines } from 'virtual:endpoint-lines';
import type { Endpoints } from '../../../../src/features/endpoints.ts';
import { clientOfLines } from '../../../../src/http/contract/client-of-lines.ts';

export { ProblemError } from '../../../../src/http/contract/client-of-lines.ts';

/** The server that these pages came from; a cookie identifies the user. */
export const api = clientOfLines<Endpoints>(endpointLines, { url: '' });
