import type { ProjectDefinition } from '../../project/index.ts';
import { hostOf } from '../site-fetcher.ts';

/** The hosts that the author of a project named. They may be inside a network; what pages link to must be public. */
export function namedHosts({ source, steps = [], session }: ProjectDefinition): readonly string[] {
  const login = session?.login;
  const addresses = [
    source.url,
    ...steps.flatMap(({ open }) => open ?? []),
    login !== undefined && 'open' in login ? login.open : undefined,
    session?.logout?.open,
  ];
  return [
    ...addresses.flatMap((url) => URL.parse(url ?? '', source.url)?.hostname ?? []),
    ...steps.flatMap(({ scope = [] }) => scope.map(hostOf)),
  ];
}
