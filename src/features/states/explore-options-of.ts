import { type ExploreOptions, usualCandidates, usualExploreLimits } from '../../explore/index.ts';
import type { SecretReference, StatesEntry } from '../../project/index.ts';

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

/** What is kept and told in place of a secret; the visitor fills in the secret itself. */
export function standInFor(value: string | SecretReference): string {
  if (typeof value === 'string') return value;
  const [[kind, name] = ['', '']] = Object.entries(value);
  return `(${kind} ${name})`;
}
