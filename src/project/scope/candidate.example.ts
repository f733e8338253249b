import { type Candidate, candidateFor } from './candidate.ts';

/** A candidate for tests: an ordinary link of depth 1 on example.org, but for what is given. */
export function linkTo(url: string, found: Partial<Candidate> = {}): Candidate {
  const candidate = candidateFor(url, {
    depth: 1,
    kind: 'page',
    referrerHost: 'example.org',
    nofollow: false,
    ...found,
  });
  if (candidate === null) throw new Error(`${url} is no URL`);
  return candidate;
}
