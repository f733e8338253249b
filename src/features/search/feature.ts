import { fillSearchIndex } from '../../cli/crawl/after-run.ts';
import type { Feature } from '../feature.ts';
import { searchCommand } from './commands/search-command.ts';

export const search: Feature = {
  name: 'search',
  commands: [searchCommand],
  fill: () => fillSearchIndex.fill(async (store) => (await import('./fill-index.ts')).fillSearchIndex(store)),
};
