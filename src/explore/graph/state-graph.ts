/** How to find an element again, on any load of the same state. */
export interface ElementPlace {
  /** CSS selectors from the document down, through shadow roots and frames of the same site, each inside the one before. */
  readonly path: readonly string[];
  /** The name that people use for it: its label or text, shortened; '' for none. */
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

/** What a visitor does in one state, which may lead to another. */
export interface Action {
  readonly kind: ActionKind;
  /** null for `open` and `scroll`, which are about the page as a whole. */
  readonly place: ElementPlace | null;
  readonly filled: readonly FilledInField[];
  /** The address for `open`, the key for `key`, otherwise ''. */
  readonly value: string;
}

/** What an application shows after an action. */
export interface State {
  /** Its number in the order of discovery: 0 is the index, the state that the address itself shows. */
  readonly number: number;
  readonly url: string;
  readonly title: string;
  /** Hash of the stripped content, for states that are exactly the same. */
  readonly hash: string;
  /** The fewest actions that lead to it from the index. */
  readonly depth: number;
}

export interface Transition {
  readonly from: number;
  readonly to: number;
  readonly action: Action;
  /** 0 when the state was new or exactly the same; otherwise the distance between what was seen and `to`, of which it is a near-duplicate. */
  readonly distance: number;
}

/** The state-flow graph of one exploration. */
export interface StateGraph {
  /** The setting that distinguishes states: `content`, `structure`, or an algorithm with its features. */
  readonly setting: string;
  readonly threshold: number;
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
  /** `distances[a][b]` for b < a: the distance between two states, by the setting. */
  readonly distances: readonly (readonly number[])[];
}

/** The transition by which each state is first reached from the index: with the fewest actions, and the oldest of those. The index has none. */
export function waysToStates<Edge extends Pick<Transition, 'from' | 'to'> = Transition>({
  states,
  transitions,
}: {
  readonly states: StateGraph['states'];
  readonly transitions: readonly Edge[];
}): ReadonlyMap<number, Edge> {
  const ways = new Map<number, Edge>();
  const index = states[0];
  if (index === undefined) return ways;
  const leaving = Map.groupBy(transitions, ({ from }) => from);
  const reached = new Set([index.number]);
  for (const number of reached)
    for (const transition of leaving.get(number) ?? []) {
      if (reached.has(transition.to)) continue;
      reached.add(transition.to);
      ways.set(transition.to, transition);
    }
  return ways;
}

/** The actions in the index, and then in each following state, that lead to a state. */
export function actionsTo(ways: ReadonlyMap<number, Transition>, number: number): readonly Action[] {
  const actions: Action[] = [];
  for (let way = ways.get(number); way !== undefined; way = ways.get(way.from)) actions.unshift(way.action);
  return actions;
}

/** An action as an instruction: `fill in “Name” with “Ann”, then click the button “Save”`. */
export function actionInWords(action: Action): string {
  const filled = action.filled.map(filledInWords);
  return [...filled, deedInWords(action)].join(', then ');
}

function deedInWords({ kind, place, value }: Action): string {
  switch (kind) {
    case 'open':
      return `open ${value}`;
    case 'click':
      return `click ${placeOf(place)}`;
    case 'hover':
      return `point at ${placeOf(place)}`;
    case 'key':
      return place === null ? `press ${value}` : `press ${value} in ${placeOf(place)}`;
    case 'scroll':
      return 'scroll to the end';
  }
}

function filledInWords({ place, value }: FilledInField): string {
  const name = place.label === '' ? placeOf(place) : `“${place.label}”`;
  return value === '' ? `empty ${name}` : `fill in ${name} with “${value}”`;
}

/** Names that people use for elements; others are named by their tag. */
const names: Readonly<Record<string, string>> = {
  a: 'the link',
  button: 'the button',
  input: 'the field',
  textarea: 'the field',
  select: 'the list',
  summary: 'the heading',
  label: 'the label',
  img: 'the picture',
  li: 'the entry',
  tr: 'the row',
  td: 'the cell',
};

function placeOf(place: ElementPlace | null): string {
  if (place === null) return 'the page';
  const name = Object.hasOwn(names, place.element) ? names[place.element] : `the ${place.element} element`;
  return place.label === '' ? `${name} at ${place.path.join(', ')}` : `${name} “${place.label}”`;
}
