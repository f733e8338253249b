/** Made by `web/build/endpoint-lines.ts` when the pages are built. */
declare module 'virtual:endpoint-lines' {
  import type { EndpointLine } from '../../../../src/http/contract/endpoint-line.ts';
  import type { EndpointName } from '../../../../src/http/contract/endpoints.ts';
  export const endpointLines: Readonly<Record<EndpointName, EndpointLine>>;
}
