import { AtMost } from '../../base/index.ts';
import type { Exploration, ExploreOptions } from '../explore-options.ts';
import { knownStatesFor } from '../state/known-states.ts';
import { BrowserVisitors } from '../visitor/browser-visitors.ts';
import { Explorer } from './explorer.ts';
import { ActionTrier } from './try-action.ts';

/**
 * Explores an application from its address, breadth first (D5). What is found is the same whatever the number of visitors and their luck: actions are tried
 * at once, but their results are taken in the order of states and of what can be done in them (D12).
 */
export async function exploreStates(options: ExploreOptions): Promise<Exploration> {
  const visitors = new BrowserVisitors(options.openBrowser, options.visit, options.access, options.url);
  const known = knownStatesFor(options);
  const trier = new ActionTrier(options, visitors, known, new AtMost(options.contexts));
  try {
    return await new Explorer(options, known, trier).explore();
  } finally {
    await visitors[Symbol.asyncDispose]();
  }
}
