import { endpointLines } from 'virtual:endpoint-lines';
import { clientOfLines, type TidemarkClient } from '../../../../src/publish/contract/client-of-lines.ts';
import { tokenOfThisTab } from './token-of-this-tab.ts';

export { ProblemError } from '../../../../src/publish/contract/client-of-lines.ts';

/** The server that these pages came from. The token is read for each request: it is known only after the log-in. */
export const api: TidemarkClient = new Proxy({} as TidemarkClient, {
  get: (_, name: keyof TidemarkClient) => clientNow()[name],
});

function clientNow(): TidemarkClient {
  const token = tokenOfThisTab.get();
  return clientOfLines(endpointLines, { url: '', client: 'web', ...(token !== null && { token }) });
}
