import { type Candidate, candidateFor } from './candidate.ts';

/** A candidate for tests: an ordinary link of depth 1 found on example.org, except for what is given. */
export function candidateExample(url: string, found: Partial<Candidate> = {}): Candidate {
  const candidate = candidateFor(url, {
    depth: 1,
    kind: 'page',
    referrerHost: 'example.org',
    nofollow: false,
    ...found,
  });
  if (candidate === null) throw new Error(`${url} is not a URL`);
  return candidate;
}
