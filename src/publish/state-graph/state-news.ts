import type { FlaggedState, State } from '../../explore/index.ts';
import type { ToldChange } from '../../track/index.ts';
import { changeText } from '../diff/change-text.ts';
import { diffChanges } from '../diff/page-diff.ts';
import { joinMoves } from '../diff/shown-changes.ts';
import { counted, moment } from '../in-words.ts';
import { printable } from '../printable.ts';
import { readableAddress } from '../readable-address.ts';
import type { Ink } from '../terminal/styled-text.ts';

/** A state with its flag, and what changed in it. */
export interface StateChange extends FlaggedState {
  /** As it is now, or was. */
  readonly state: State;
  readonly changes: readonly ToldChange[];
  /** Changes that are only counted. */
  readonly more: number;
}

interface ToldExploration {
  readonly number: number;
  readonly startedAt: number;
}

/** What changed in an application between two explorations. */
export interface StateNews {
  /** Null when there was none to compare with; then nothing is flagged. */
  readonly earlier: ToldExploration | null;
  readonly later: ToldExploration;
  readonly states: readonly StateChange[];
}

const order = ['UPD', 'NEW', 'MIS', 'ERR'] as const;
const names: Readonly<Record<Exclude<FlaggedState['flag'], null>, string>> = {
  UPD: 'updated',
  NEW: 'new',
  MIS: 'missing',
  ERR: 'failed',
  SAM: 'the same',
};

/** `2 updated, 1 missing, 14 the same; 3 not reached`. */
function summaryOf(states: readonly StateChange[]): string {
  const count = (flag: FlaggedState['flag']) => states.filter((state) => state.flag === flag).length;
  const flagged = [...order, 'SAM' as const].filter((flag) => count(flag) > 0);
  const words = flagged.map((flag) => `${count(flag)} ${names[flag]}`).join(', ');
  return count(null) === 0 ? words : `${words}; ${count(null)} not reached`;
}

const most = { changes: 6 };
const limits = { context: 80, longest: 600, mostLinks: 4, indent: '    ' };

/** What changed, line by line; nothing when there is no earlier exploration. */
export function* stateNewsText(
  { earlier, states }: StateNews,
  terminal: { readonly ink: Ink; readonly width: number },
): Generator<string> {
  if (earlier === null) return;
  const since = `since exploration ${earlier.number} of ${moment(earlier.startedAt)} UTC`;
  yield terminal.ink.paint('bold', `${summaryOf(states)}, ${since}`);
  for (const flag of order)
    for (const change of states.filter((each) => each.flag === flag)) yield* changeLines(change, terminal);
}

function* changeLines(
  { flag, state, reason, changes, more }: StateChange,
  terminal: { readonly ink: Ink; readonly width: number },
): Generator<string> {
  const title = state.title === '' ? '' : `${printable(state.title)}  `;
  yield `${flag}  ${state.number}  ${title}${terminal.ink.paint('dim', readableAddress(state.url))}`;
  if (changes.length === 0) yield `    ${printable(reason)}`;
  const real = changes.filter(({ isNoise }) => !isNoise);
  const shown = joinMoves(diffChanges(real));
  for (const change of shown.slice(0, most.changes)) yield* changeText(change, { ...terminal, ...limits });
  const left = Math.max(shown.length - most.changes, 0) + more;
  if (left > 0) yield `    … and ${counted(left, 'more change')}`;
}

/** The same for programs; `since` is null when there is no earlier exploration. */
export function stateNewsJson({ earlier, later, states }: StateNews) {
  return {
    event: 'changes',
    exploration: later.number,
    since: earlier?.number ?? null,
    states: states.map(({ flag, earlier: was, later: is, state, reason, changes, more }) => ({
      flag,
      was,
      is,
      url: state.url,
      title: state.title,
      reason,
      changes: changes.filter(({ isNoise }) => !isNoise),
      more,
    })),
  };
}
