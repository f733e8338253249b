import type { Exploration } from '../../../../../src/explore/index.ts';

/**
 * What must be the same the next time, in lines. The port is another one. What has a name is known by it, as people know it: its id may be
 * made up anew for each visitor.
 */
export function essenceOf({ graph }: Exploration): readonly string[] {
  const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/, '');
  const states = graph.states.map(({ number, url }) => `state ${number} ${pathOf(url)}`);
  const transitions = graph.transitions.map(({ from, to, action: { kind, place } }) =>
    [from, '>', to, kind, place?.label || (place?.path ?? []).join(' ')].join(' '),
  );
  return [...states, ...transitions];
}
