import type { Plugin } from 'rolldown';

/**
 * undici's main module also loads fetch, WebSockets, caches and mocks, which takes as long as the rest of a start. We use only
 * its client; the build fails when that changes.
 */
export const undiciClient: Plugin = {
  name: 'undici: the client alone',
  resolveId: { filter: { id: /^undici$/ }, handler: () => 'undici:client' },
  load: {
    filter: { id: /^undici:client$/ },
    handler: () => ({
      code: `export { default as Client } from 'undici/lib/dispatcher/client.js';`,
      moduleSideEffects: false,
    }),
  },
};
