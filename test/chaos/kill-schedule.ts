import type { CommitPoint } from '../../src/database/store-options.ts';
import { randomOf } from '../sites/session-sites/random.ts';

/** By the crawler itself, at a point of a commit. The number counts a life's commits that carry visits, from 1. */
export interface KillInCommit {
  readonly by: 'commit';
  readonly commit: 'opening' | 'closing' | number;
  readonly point: CommitPoint;
}

/** From outside, at a life's n-th request, wherever the crawler is at that moment. */
export interface KillAtRequest {
  readonly by: 'request';
  readonly request: number;
  readonly when: 'before the answer' | 'half-way through it' | 'after it';
}

/** From outside, when the n-th large body of a life has a file but is not complete in it. */
export interface KillInFile {
  readonly by: 'file';
  readonly file: number;
}

export type Kill = KillInCommit | KillAtRequest | KillInFile;

/** One process of the crawler, from its start to its death. */
export interface Life {
  /** Null lets it finish. */
  readonly kill: Kill | null;
  /** Whether its store writes in a separate thread. */
  readonly thread: boolean;
  readonly concurrency: number;
}

/** How many kills of which sort. */
export interface KillCounts {
  /** For each of the points inside the transaction. */
  readonly insideCommit: number;
  /** For each of the two points right before and right after it. */
  readonly besideCommit: number;
  readonly openingCommit: number;
  readonly closingCommit: 0 | 1;
  /** For each of the moments of an answer. */
  readonly atRequest: number;
  readonly inFile: number;
}

export const insidePoints = ['after contents', 'after visits', 'after discovered', 'before commit'] as const;
const besidePoints = ['before begin', 'after commit'] as const;
const moments = ['before the answer', 'half-way through it', 'after it'] as const;

/**
 * The lives of one crawl: the kills in an order that the seed decides, and a last life that finishes. A kill from outside
 * comes after `pagesPerLife` requests on average, so that kills are spread over the whole crawl.
 */
export function killSchedule(seed: string, counts: KillCounts, pagesPerLife: number): readonly Life[] {
  const random = randomOf(`kill plan ${seed}`);
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  const inCommit = (point: CommitPoint) => (): Kill => ({
    by: 'commit',
    commit: random.between(1, 2),
    point,
  });
  const opening = times(counts.openingCommit, (): Kill => {
    return { by: 'commit', commit: 'opening', point: random.pick([...insidePoints, ...besidePoints]) };
  });
  const anywhere: readonly Kill[] = [
    ...opening.slice(1),
    ...insidePoints.flatMap((point) => times(counts.insideCommit, inCommit(point))),
    ...besidePoints.flatMap((point) => times(counts.besideCommit, inCommit(point))),
    ...moments.flatMap((when) =>
      times(counts.atRequest, (): Kill => {
        return { by: 'request', request: random.between(1, 2 * pagesPerLife), when };
      }),
    ),
    ...times(counts.inFile, (): Kill => ({ by: 'file', file: random.between(1, 2) })),
  ];
  const closing = times(counts.closingCommit, (): Kill => {
    return { by: 'commit', commit: 'closing', point: random.pick(insidePoints) };
  });
  // An opening commit is full only in the first life, where it brings the start page.
  const kills = [...opening.slice(0, 1), ...random.shuffle(anywhere), ...closing, null];
  return kills.map((kill) => ({
    kill,
    thread: random.chance(0.5),
    concurrency: random.pick([1, 4, 16, 16]),
  }));
}

/** The name under which a kill is counted. */
export function describeKill(kill: Kill): string {
  switch (kill.by) {
    case 'commit':
      return typeof kill.commit === 'number' ? `commit: ${kill.point}` : `${kill.commit} commit`;
    case 'request':
      return `request: ${kill.when}`;
    case 'file':
      return 'file of a large body';
  }
}

/** Whether the kill came inside the transaction of a commit that carried visits. */
export function isInsideCommit(kill: Kill): boolean {
  return (
    kill.by === 'commit' &&
    typeof kill.commit === 'number' &&
    (insidePoints as readonly CommitPoint[]).includes(kill.point)
  );
}
