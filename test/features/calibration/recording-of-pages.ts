import type { Dice } from '../../../src/base/index.ts';
import type { Action, RecordedState, RecordedTry, StateRecording } from '../../../src/explore/index.ts';

/** Every state is reached from one before it, and has actions that lead back. */
export function recordingOf(seed: number, pages: readonly string[], dice: Dice): StateRecording {
  const url = `http://generated-${seed}.example/`;
  const targets: number[][] = pages.map(() => []);
  const depths = [0];
  for (let number = 1; number < pages.length; number++) {
    const from = Math.floor((number - 1) / 4);
    targets[from]?.push(number);
    depths.push((depths[from] ?? 0) + 1);
  }
  for (const [from, list] of targets.entries())
    while (list.length < 6) list.push(dice.below(Math.min(pages.length, from + 4)));
  const states = pages.map(
    (html, number): RecordedState => ({
      state: { number, url, title: 'Generated', hash: String(number), depth: depths[number] ?? 0 },
      ...{ html, stripped: html, loads: [html, html, html], avoided: [] },
      candidates: (targets[number] ?? []).map((to, place) => actionTo(to, place)),
    }),
  );
  const seen = new Set([0]);
  const tried = states.flatMap(({ candidates, state: { number: from } }) =>
    candidates.map((action, candidate): RecordedTry => {
      const to = targets[from]?.[candidate] ?? from;
      const isNew = !seen.has(to);
      seen.add(to);
      const transition = to === from ? null : { from, to, action, distance: 0 };
      return {
        from,
        candidate,
        transition,
        failure: '',
        loads: isNew ? [pages[to] ?? '', pages[to] ?? ''] : [],
      };
    }),
  );
  return { url, states, tried };
}

function actionTo(to: number, place: number): Action {
  return {
    kind: 'click',
    place: { path: [`a:nth-of-type(${place + 1})`], label: `to ${to}`, element: 'a' },
    filled: [],
    value: '',
  };
}
