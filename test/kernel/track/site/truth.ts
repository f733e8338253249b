import type { Visit } from './script.ts';
import { essence, shownPages } from './shown-page.ts';

export type Flag = 'NEW' | 'SAM' | 'UPD' | 'MIS' | 'ERR';

/** The flag that a page must get. `mayBeLeftOut` if it was missing before, so that it need not be reported again. */
export interface Expected {
  readonly flag: Flag;
  readonly mayBeLeftOut: boolean;
}

interface History {
  /** The page at its last good visit. */
  readonly essence: string;
  readonly flag: Flag;
}

/** The right flag of every page at every visit, by key. It follows from the content of the site alone. */
export function truthOf(script: readonly Visit[]): readonly ReadonlyMap<string, Expected>[] {
  const histories = new Map<string, History>();
  return script.map((visit) => {
    const expected = expectedAt(visit, histories);
    const shown = shownPages(visit.state);
    for (const [key, { flag }] of expected) {
      const page = shown.get(key);
      const last = histories.get(key)?.essence ?? '';
      histories.set(key, { essence: page === undefined ? last : essence(page), flag });
    }
    return expected;
  });
}

function expectedAt(
  { state }: Visit,
  histories: ReadonlyMap<string, History>,
): ReadonlyMap<string, Expected> {
  const shown = shownPages(state);
  const failing = new Set(state.pages.filter(({ answer }) => answer.is === 'failing').map(({ key }) => key));
  const expected = new Map<string, Expected>();
  for (const key of new Set([...histories.keys(), ...shown.keys()])) {
    const history = histories.get(key);
    const page = shown.get(key);
    expected.set(key, {
      flag: flagOf(failing.has(key), page === undefined ? null : essence(page), history),
      mayBeLeftOut: page === undefined && history?.flag === 'MIS',
    });
  }
  return expected;
}

function flagOf(isFailing: boolean, now: string | null, history: History | undefined): Flag {
  if (isFailing) return 'ERR';
  if (now === null) return 'MIS';
  if (history === undefined) return 'NEW';
  return now === history.essence ? 'SAM' : 'UPD';
}
