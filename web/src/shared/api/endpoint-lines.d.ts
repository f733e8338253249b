/** Made by `web/build/endpoint-lines.ts` when the pages are built. */
declare module 'virtual:endpoint-lines' {
  import type { EndpointLine } from '../../../../src/publish/contract/endpoint-line.ts';
  import type { EndpointName } from '../../../../src/publish/contract/endpoints.ts';
  export const endpointLines: Readonly<Record<EndpointName, EndpointLine>>;
}
