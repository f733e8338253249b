import { type StatesEntry, standInFor } from '../project/index.ts';
import { usualCandidates } from './candidates/candidate-actions.ts';
import { type ExploreOptions, usualExploreLimits } from './explore-options.ts';

/** What decides which states are found, as an exploration takes it. What is not said is as usual. */
export function exploreOptionsOf(
  states: StatesEntry,
): Pick<ExploreOptions, 'limits' | 'contexts' | 'candidates' | 'strip'> {
  const usual = usualExploreLimits;
  const { include, exclude, press, avoid, pressAnything, hover, keys, scroll, fill = {}, seed } = states;
  const said = { include, exclude, press, avoid, pressAnything, hover, keys, scroll, seed };
  return {
    limits: {
      states: states.maxStates ?? usual.states,
      depth: states.maxDepth ?? usual.depth,
      timeMs: states.maxTime ?? usual.timeMs,
      statesPerUrl: states.maxStatesPerUrl ?? usual.statesPerUrl,
      repeats: states.maxRepeats ?? usual.repeats,
    },
    contexts: states.contexts ?? 1,
    candidates: {
      ...usualCandidates,
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
      fill: Object.entries(fill).map(([selector, value]) => ({ selector, value: standInFor(value) })),
    },
    strip: states.strip ?? [],
  };
}
