import { type Random, randomOf } from '../../../sites/session-sites/random.ts';
import { contentEdits } from './edits/content-edits.ts';
import { delicateEdits } from './edits/delicate-edits.ts';
import { wholePageEdits } from './edits/whole-pages.ts';
import { slogan } from './prose.ts';
import type { SiteTraits } from './site-traits.ts';
import type { WildKind } from './wild-kind.ts';
import { isShown, type WildState } from './wild-page.ts';
import { type Expected, wildTruth } from './wild-truth.ts';

export interface WildSize {
  readonly pages: number;
  readonly visits: number;
  readonly editsPerVisit: number;
}

/** A site of one kind, made from a seed, at every visit. */
export interface WildSite {
  readonly kind: WildKind;
  readonly seed: number;
  readonly traits: SiteTraits;
  readonly states: readonly WildState[];
  /** What was done before each visit, by key. */
  readonly done: readonly ReadonlyMap<string, string>[];
  readonly truth: readonly ReadonlyMap<string, Expected>[];
  keyOf(target: string): string;
}

/** Where the site's calendar begins: nothing may depend on the day of the test. */
const startsAt = Date.UTC(2026, 4, 11, 9, 42, 17);

export function wildSite(kind: WildKind, seed: number, size: WildSize): WildSite {
  const random = randomOf(`wild ${kind.name} ${seed}`);
  const habits = new Set(kind.habits.filter(() => random.chance(0.7)));
  const traits: SiteTraits = {
    seed: `${kind.name} ${seed}`,
    has: (habit) => {
      if (!kind.habits.includes(habit)) throw new Error(`no habit of ${kind.name}: ${habit}`);
      return habits.has(habit);
    },
    adverts: Array.from({ length: 8 }, () => slogan(random)),
    layout: random.pick(['semantic', 'divisions']),
    startsAt,
  };
  const states = [kind.first(random, size.pages, startsAt)];
  const done: ReadonlyMap<string, string>[] = [new Map()];
  for (let visit = 1; visit < size.visits; visit++) {
    const [state, edits] = edited(states[visit - 1] as WildState, kind, traits, size.editsPerVisit, random);
    states.push(state);
    done.push(edits);
  }
  return {
    kind,
    seed,
    traits,
    states,
    done,
    truth: wildTruth(kind, traits, states),
    keyOf: (target) => {
      const { pathname, searchParams } = new URL(target, 'http://site/');
      for (const field of kind.idleFields) searchParams.delete(field);
      const query = searchParams.toString();
      return query === '' ? pathname : `${pathname}?${query}`;
    },
  };
}

function edited(
  before: WildState,
  kind: WildKind,
  traits: SiteTraits,
  count: number,
  random: Random,
): readonly [WildState, ReadonlyMap<string, string>] {
  const edits = [
    ...contentEdits,
    ...contentEdits,
    ...delicateEdits,
    ...kind.edits,
    ...kind.edits,
    ...wholePageEdits,
  ];
  const done = new Map<string, string>();
  let state = before;
  for (let tries = 0; done.size < count && tries < 20 * count; tries++) {
    const page = random.pick(state.pages.filter((one) => isShown(one) && one.sections.length > 0));
    if (!before.pages.some(({ key }) => key === page.key)) continue;
    const edit = random.pick(edits);
    if (done.has(page.key)) continue;
    const changed = edit.apply(state, page, random, traits);
    if (changed === null) continue;
    state = changed;
    done.set(page.key, edit.name);
  }
  return [state, done];
}
