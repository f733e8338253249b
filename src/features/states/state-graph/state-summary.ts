import type { FlaggedState } from '../../../explore/index.ts';
import { changeText } from '../../../presentation/diff/change-text.ts';
import { diffChanges } from '../../../presentation/diff/page-diff.ts';
import { joinMoves } from '../../../presentation/diff/shown-changes.ts';
import { counted, moment } from '../../../presentation/in-words.ts';
import { printable } from '../../../presentation/printable.ts';
import { readableAddress } from '../../../presentation/readable-address.ts';
import type { Ink } from '../../../presentation/terminal/styled-text.ts';
import { ChangeGrouper, groupKeys, keysIn, type ReportedChange } from '../../../track/index.ts';
import type { StateChange, StateSummary } from './state-change.ts';

interface StateTextOptions {
  readonly ink: Ink;
  readonly width: number;
  /** Which states are listed. Default: those that changed. */
  readonly flags?: readonly FlaggedState['flag'][];
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

const most = { changes: 6, states: 8 };
const limits = { context: 80, longest: 600, mostLinks: 4, indent: '    ' };

/** What changed, line by line: what several states share is reported once, with its states. */
export function* stateSummaryText(summary: StateSummary, options: StateTextOptions): Generator<string> {
  const { earlier, states, matches } = summary;
  const since =
    earlier === null
      ? 'in the first exploration'
      : `since exploration ${earlier.number} of ${moment(earlier.startedAt)} UTC`;
  yield options.ink.paint('bold', `${summaryOf(states)}, ${since}`);
  const { flags = earlier === null ? [] : order } = options;
  if (flags.includes('UPD')) for (const group of groupStateChanges(states)) yield* groupLines(group, options);
  for (const flag of flags.filter((each) => each !== 'UPD'))
    for (const change of states.filter((each) => each.flag === flag)) {
      yield nameLine(change, options);
      if (change.reason !== '') yield `    ${printable(change.reason)}`;
    }
  if (matches.length === 0) return;
  const [first] = matches;
  const more = matches.length > 1 ? `, and ${matches.length - 1} more` : '';
  const count = matches.length === 1 ? '1 match' : `${matches.length} matches`;
  yield `${count}: ${printable(first?.match.detector ?? '')} in state ${first?.state}${more}`;
}

function* groupLines(
  { states, changes, more }: StateChangeGroup,
  options: StateTextOptions,
): Generator<string> {
  const [first, ...others] = states;
  if (first === undefined) return;
  if (others.length === 0) yield nameLine(first, options);
  else {
    const numbers = states.slice(0, most.states).map(({ later }) => later);
    const left = states.length - numbers.length;
    yield `UPD  ${counted(states.length, 'state')}: ${numbers.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  }
  if (changes.length === 0) yield `    ${printable(first.reason)}`;
  yield* changeLines(changes, more, options);
}

function nameLine({ flag, state }: StateChange, { ink }: StateTextOptions): string {
  const title = state.title === '' ? '' : `${printable(state.title)}  `;
  return `${flag ?? '---'}  ${state.number}  ${title}${ink.paint('dim', readableAddress(state.url))}`;
}

/** All that changed in one state. */
export function* stateDiffText(
  { earlier, later }: StateSummary,
  change: StateChange,
  options: StateTextOptions,
): Generator<string> {
  const { changes, more, reason, state } = change;
  const which =
    earlier === null
      ? `exploration ${later.number}, the first`
      : `explorations ${earlier.number} and ${later.number}`;
  yield options.ink.paint('bold', `${change.flag ?? '---'}  state ${state.number}, ${which}`);
  yield `  ${readableAddress(state.url)}`;
  if (changes.length === 0) yield reason === '' ? '  Nothing changed.' : `  ${printable(reason)}`;
  yield* changeLines(changes, more, options, Number.POSITIVE_INFINITY);
}

/** The changes of a state in words. */
function* changeLines(
  changes: readonly ReportedChange[],
  more: number,
  terminal: StateTextOptions,
  mostChanges = most.changes,
): Generator<string> {
  const shown = joinMoves(diffChanges(changes.filter(({ isNoise }) => !isNoise)));
  for (const change of shown.slice(0, mostChanges)) yield* changeText(change, { ...terminal, ...limits });
  const left = Math.max(shown.length - mostChanges, 0) + more;
  if (left > 0) yield `    … and ${counted(left, 'more change')}`;
}

/** The summary for programs; `since` is null when there is no earlier exploration. */
export function stateSummaryJson(summary: StateSummary) {
  const { earlier, later, states, matches } = summary;
  return {
    event: 'changes',
    exploration: later.number,
    since: earlier?.number ?? null,
    states: states.map(stateJson),
    groups: groupStateChanges(states).map((group) => ({
      states: group.states.map((each) => each.later),
      changes: group.changes,
      more: group.more,
    })),
    matches,
  };
}

export function stateJson({ flag, earlier: was, later: is, state, reason, changes, more }: StateChange) {
  return {
    ...{ flag, was, is, url: state.url, title: state.title, reason },
    changes: changes.filter(({ isNoise }) => !isNoise),
    more,
  };
}

/** Changes that the same states have, reported once. */
interface StateChangeGroup {
  /** At least one, in the order of their numbers. */
  readonly states: readonly StateChange[];
  /** In the order of the first state; empty when it has no words to compare. */
  readonly changes: readonly ReportedChange[];
  /** The number of changes that are counted but not listed. */
  readonly more: number;
}

/** Groups equal changes of updated states, those of many states first, as for pages. */
function groupStateChanges(all: readonly StateChange[]): readonly StateChangeGroup[] {
  const updated = all.filter(({ flag }) => flag === 'UPD');
  const grouper = new ChangeGrouper();
  const wordless: StateChange[] = [];
  const realOf = ({ changes }: StateChange) => changes.filter(({ isNoise }) => !isNoise);
  for (const [place, state] of updated.entries()) {
    const keys = groupKeys(state.changes);
    if (keys.length === 0) wordless.push(state);
    else grouper.add(place, keys);
  }
  const groups = grouper.groups().map(({ keys, pages }): StateChangeGroup => {
    const states = pages.flatMap((place) => updated[place] ?? []);
    const [first] = states;
    const wanted = new Set(keys);
    const known = first === undefined ? [] : keysIn(groupKeys(first.changes));
    return {
      states,
      changes:
        first === undefined ? [] : realOf(first).filter((_, place) => wanted.delete(known[place] ?? '')),
      more: states.length === 1 ? (first?.more ?? 0) : 0,
    };
  });
  return [...groups, ...wordless.map((state) => ({ states: [state], changes: [], more: state.more }))];
}
