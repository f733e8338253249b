import { fillSearchIndex } from '../../cli/crawl/after-run.ts';
import type { Feature } from '../feature.ts';
import { searchCommand } from './commands/search-command.ts';

export const search: Feature = {
  name: 'search',
  commands: [searchCommand],
  fill: () => fillSearchIndex.fill(async (store) => (await import('./fill-index.ts')).fillSearchIndex(store)),
  threadWork: {
    'search index': async ({ context, given, signal, tell }) => {
      const { isCareful } = given as { readonly isCareful: boolean };
      return (await import('./fill-index.ts')).fillSearchIndex(context.store, {
        signal,
        onProgress: () => tell({}),
        ...(isCareful && { onVersion: (version) => tell({ version }) }),
      });
    },
  },
  serve: async (server) => (await import('./serve-search.ts')).serveSearch(server),
  services: async (context) => (await import('./search-services.ts')).searchServices(context),
  inThreads: {
    searchPages: { pool: 'reading', needs: 'projects seen' },
  },
};
