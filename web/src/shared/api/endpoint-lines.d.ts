/** Made by `web/build/endpoint-lines.ts` when the pages are built. */
declare module 'virtual:endpoint-lines' {
  import type { Endpoints } from '../../../../src/features/endpoints.ts';
  import type { EndpointLines } from '../../../../src/http/contract/client-of-lines.ts';
  export const endpointLines: EndpointLines<Endpoints>;
}
