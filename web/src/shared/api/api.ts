import { endpointLines } from 'virtual:endpoint-lines';
import { clientOfLines } from '../../../../src/http/contract/client-of-lines.ts';

export { ProblemError } from '../../../../src/http/contract/client-of-lines.ts';

/** The server that these pages came from; a cookie says who is asking. */
export const api = clientOfLines(endpointLines, { url: '' });
