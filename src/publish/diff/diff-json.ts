import { type PageDiff, shownChanges } from './page-diff.ts';

/** A diff for programs. Without noise unless it is asked for; `noise` counts it in any case. */
export function diffJson(diff: PageDiff, withNoise: boolean): object {
  const { file, url, identity, project, from, to, compares, isWhole, changes } = diff;
  return {
    file,
    url,
    identity,
    project,
    from: { ...from, at: new Date(from.at).toISOString() },
    to: { ...to, at: new Date(to.at).toISOString() },
    isSame: from.sha256 === to.sha256,
    compares,
    isWhole,
    hasText: changes !== null,
    noise: (changes ?? []).filter(({ isNoise }) => isNoise).length,
    changes: shownChanges(diff, withNoise),
  };
}
