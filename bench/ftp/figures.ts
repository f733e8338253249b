import { median } from '../crawl/median.ts';
import type { Taken } from '../crawl/run-command.ts';
import type { Figure } from '../figure.ts';
import type { Mirror } from './mirrors.ts';
import type { Exactness, Times, Visit } from './round.ts';

/** The programs that are compared. */
export interface Contest {
  readonly times: ReadonlyMap<Mirror, Times>;
  /** With its defaults. */
  readonly subject: Mirror;
  /** The same over one connection, like the others. */
  readonly single: Mirror;
  readonly peers: readonly Mirror[];
  /** This one records nothing, while our updates record a visit of every file: the comparison has no floor. */
  readonly keepsNothing: Mirror;
}

export function figuresOf(contest: Contest, exactness: readonly Exactness[]): readonly Figure[] {
  const { subject, single, keepsNothing } = contest;
  return [
    ...speeds(contest, 'first', subject, 'whole tree', () => true),
    ...speeds(contest, 'first', single, 'whole tree over one connection', () => false),
    ...speeds(contest, 'update', subject, 'update', (peer) => peer !== keepsNothing),
    ...exact(exactness),
  ];
}

function speeds(
  { times, peers }: Contest,
  visit: Visit,
  subject: Mirror,
  words: string,
  hasFloor: (peer: Mirror) => boolean,
): readonly Figure[] {
  const own = times.get(subject)?.[visit] ?? [];
  const figures: Figure[] = [
    {
      name: `${words}, Tidemark`,
      value: secondsOf(own),
      unit: 's',
      floor: null,
      note: `${cpuOf(own).toFixed(2)} s of processor`,
    },
  ];
  for (const peer of peers) {
    const theirs = times.get(peer)?.[visit] ?? [];
    if (theirs.length === 0) continue;
    figures.push({
      name: `${words}, speed beside ${peer.name}`,
      value: secondsOf(theirs) / secondsOf(own),
      unit: 'times',
      floor: hasFloor(peer) ? { atLeast: 1 } : null,
      note: `by processor time ${(cpuOf(theirs) / cpuOf(own)).toFixed(2)} times; ${peer.note}`,
    });
  }
  return figures;
}

/** Of the worst round. */
function exact(rounds: readonly Exactness[]): readonly Figure[] {
  const wrong = Math.max(...rounds.map(({ wrongFlags }) => wrongFlags));
  const worst = rounds.toSorted((a, b) => b.bytes / b.wanted - a.bytes / a.wanted)[0];
  const { bytes, wanted } = worst ?? { bytes: Number.NaN, wanted: 1 };
  return [
    { name: 'wrong flags of the update', value: wrong, unit: 'files', floor: { atMost: 0 }, note: '' },
    {
      name: 'bytes of files fetched by the update, beside those that had to be',
      value: bytes / wanted,
      unit: 'times',
      floor: { atMost: 1.02 },
      note: `${bytes} of ${wanted}`,
    },
  ];
}

const secondsOf = (taken: readonly Taken[]) => median(taken.map(({ seconds }) => seconds));
const cpuOf = (taken: readonly Taken[]) => median(taken.map(({ cpuSeconds }) => cpuSeconds ?? 0));
