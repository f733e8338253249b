import type { Plugin } from 'vite';
import { endpoints } from '../../src/features/endpoints.ts';
import { linesOf } from '../../src/http/contract/client-of-lines.ts';

/** Gives pages the table of endpoints as plain data: its schemas, and the library that checks them, stay on the server. */
export const endpointLinesPlugin: Plugin = {
  name: 'endpoint lines',
  resolveId: { filter: { id: /^virtual:endpoint-lines$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /virtual:endpoint-lines$/ },
    handler: () => `export const endpointLines = ${JSON.stringify(linesOf(endpoints))};`,
  },
};
