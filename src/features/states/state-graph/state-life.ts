import { type Action, actionInWords, type FlaggedState } from '../../../explore/index.ts';
import { moment } from '../../../presentation/in-words.ts';
import { printable } from '../../../presentation/printable.ts';
import { readableAddress } from '../../../presentation/readable-address.ts';
import type { Ink } from '../../../presentation/terminal/styled-text.ts';

/** What one exploration says about a state. */
interface StateVisit {
  readonly exploration: number;
  readonly at: number;
  /** Its number in that exploration; null where it was not found. */
  readonly number: number | null;
  readonly flag: FlaggedState['flag'];
  readonly reason: string;
}

/** The history of a state: the actions that lead to it, and its flag in each exploration. */
export interface StateLife {
  readonly project: string;
  readonly number: number;
  readonly exploration: number;
  readonly url: string;
  readonly title: string;
  /** The actions from the start. */
  readonly way: readonly Action[];
  /** What can be done in it, and what is not pressed, with the reason. */
  readonly candidates: number;
  readonly avoided: readonly { readonly label: string; readonly why: string }[];
  /** Newest first. */
  readonly visits: readonly StateVisit[];
}

export function* stateLifeText(life: StateLife, { ink }: { readonly ink: Ink }): Generator<string> {
  const title = life.title === '' ? '' : `  ${printable(life.title)}`;
  yield ink.paint('bold', `state ${life.number} of exploration ${life.exploration}${title}`);
  yield `  ${readableAddress(life.url)}`;
  yield '';
  if (life.way.length === 0) yield 'It is where the application starts.';
  else yield 'How it is reached:';
  for (const [place, action] of life.way.entries()) yield `  ${place + 1}. ${actionInWords(action)}`;
  const can = life.candidates === 1 ? '1 thing' : `${life.candidates} things`;
  yield `In it, ${can} can be done.`;
  for (const { label, why } of life.avoided) yield `  not pressed: “${printable(label)}” (${printable(why)})`;
  yield '';
  for (const { exploration, at, number, flag, reason } of life.visits) {
    const name = number === null ? '' : `  state ${number}`;
    const why = reason === '' ? '' : `  ${printable(reason)}`;
    yield `${flag ?? '---'}  exploration ${exploration}, ${moment(at)} UTC${name}${ink.paint('dim', why)}`;
  }
}

export function stateLifeJson({ way, ...life }: StateLife) {
  return { ...life, way: way.map((action) => ({ ...action, words: actionInWords(action) })) };
}
