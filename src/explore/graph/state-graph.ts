/** How an element is found again, on any load of the same state. */
export interface ElementPlace {
  /** From the document down, through shadow roots and frames of the same site: CSS selectors, each inside the one before. */
  readonly path: readonly string[];
  /** What people call it: its label or text, shortened; '' for none. */
  readonly label: string;
  /** The name of the element in lower case: "button", "a". */
  readonly element: string;
}

/** A value that was put into a field before an action. */
export interface FilledInField {
  readonly place: ElementPlace;
  readonly value: string;
}

type ActionKind = 'open' | 'click' | 'hover' | 'key' | 'scroll';

/** What a visitor does in one state and may come to another one by. */
export interface Action {
  readonly kind: ActionKind;
  /** null for `open` and `scroll`, which are about the page as a whole. */
  readonly place: ElementPlace | null;
  readonly filled: readonly FilledInField[];
  /** The address for `open`, the key for `key`, otherwise ''. */
  readonly value: string;
}

/** What an application shows after something was done in it. */
export interface State {
  /** Its number in the order of discovery: 0 is the index, the state that the address itself shows. */
  readonly number: number;
  readonly url: string;
  readonly title: string;
  /** Of the stripped content, for states that are the same to the letter. */
  readonly hash: string;
  /** The fewest actions that lead to it from the index. */
  readonly depth: number;
}

export interface Transition {
  readonly from: number;
  readonly to: number;
  readonly action: Action;
  /** 0 when the state was new or the same to the letter, otherwise how far what was seen is from `to`, of which it is a near-duplicate. */
  readonly distance: number;
}

/** The state-flow graph of one exploration (D5). */
export interface StateGraph {
  /** The setting that told states apart: `content`, `structure`, or an algorithm with its features. */
  readonly setting: string;
  readonly threshold: number;
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
  /** `distances[a][b]` for b < a: how far two states are from each other, by the setting. */
  readonly distances: readonly (readonly number[])[];
}
