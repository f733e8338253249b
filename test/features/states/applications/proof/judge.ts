import type { Transition } from '../../../../../src/explore/index.ts';
import type { ExpectedState, StateApplication } from '../state-application.ts';

/** What a crawler brought home. */
export interface FoundStates {
  /** The words of each state, by its number. */
  readonly texts: readonly string[];
  readonly transitions: readonly Pick<Transition, 'from' | 'to'>[];
  /** Paths that the application was asked for. */
  readonly asked: readonly string[];
}

export interface Verdict {
  /** Names of states that must be found and were not. */
  readonly missed: readonly string[];
  /** Names of states, once for each time that they were found too often. */
  readonly duplicates: readonly string[];
  /** The beginning of each state that is none of the application's: a spinner, half a page. */
  readonly unexpected: readonly string[];
  /** Ways that must be there and are not. */
  readonly missingWays: readonly string[];
  /** What was done although nobody may. */
  readonly forbidden: readonly string[];
}

/** Holds what was found against the list that a person wrote. */
export function judge(
  application: StateApplication,
  setting: 'content' | 'structure',
  found: FoundStates,
): Verdict {
  const { states, ways = [], forbidden = [] } = application;
  const classOf = classes(application, setting);
  const names = found.texts.map((text) => states.find((state) => fits(state, text))?.name ?? null);
  const foundClasses = names.map((name) => (name === null ? null : (classOf.get(name) ?? name)));
  const required = new Set(
    states.filter(({ isOptional }) => !isOptional).map(({ name }) => classOf.get(name) ?? name),
  );
  const seen = new Set(foundClasses.map((each, from) => each ?? `? ${from}`));
  const joined = new Set(
    found.transitions.map(({ from, to }) => `${foundClasses[from]} > ${foundClasses[to]}`),
  );
  const isThere = ([from, to]: readonly [string, string]) => {
    const [a, b] = [classOf.get(from) ?? from, classOf.get(to) ?? to];
    return a === b || joined.has(`${a} > ${b}`);
  };
  return {
    missed: [...required].filter((name) => !seen.has(name)),
    duplicates: foundClasses.flatMap((name, number) =>
      name !== null && foundClasses.indexOf(name) < number ? [name] : [],
    ),
    unexpected: found.texts
      .filter((_, number) => names[number] === null)
      .map((text) => text.trim().slice(0, 80)),
    missingWays: ways.filter((way) => !isThere(way)).map((way) => way.join(' > ')),
    forbidden: forbidden.filter((path) => found.asked.some((target) => target.split('?')[0] === path)),
  };
}

/** The class of each state by its name: itself, or the first of those that are the same to the setting. */
function classes(
  { sameStructure = [] }: StateApplication,
  setting: 'content' | 'structure',
): ReadonlyMap<string, string> {
  if (setting === 'content') return new Map();
  return new Map(sameStructure.flatMap((group) => group.map((name) => [name, group[0] ?? name] as const)));
}

function fits({ see, not = [] }: ExpectedState, text: string): boolean {
  return see.every((words) => text.includes(words)) && !not.some((words) => text.includes(words));
}

/** How many states the list asks for: at least, and at most. */
export function expectedCount(
  application: StateApplication,
  setting: 'content' | 'structure',
): readonly [least: number, most: number] {
  const classOf = classes(application, setting);
  const count = (states: readonly ExpectedState[]) =>
    new Set(states.map(({ name }) => classOf.get(name) ?? name)).size;
  return [count(application.states.filter(({ isOptional }) => !isOptional)), count(application.states)];
}
