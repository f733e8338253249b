import { expect, test } from 'vitest';
import { AccessError } from '../../access/index.ts';
import { namedSetting } from '../../fingerprint/index.ts';
import { MemoryRecord } from '../exploration-record.ts';
import { usualExploreLimits } from '../explore-options.ts';
import type { Action } from '../graph/state-graph.ts';
import { knownStatesFor } from '../state/known-states.ts';
import { Explorer, type Trier } from './explorer.ts';
import type { Discovery, Outcome } from './try-action.ts';

const names = ['Tides', 'Boats', 'Weather', 'Crew', 'Prices', 'Harbour'];
const press = (label: string): Action => ({
  kind: 'click',
  place: { path: [`#${label}`], label, element: 'button' },
  filled: [],
  value: '',
});
const shows = (text: string, actions: readonly Action[] = []): Discovery => ({
  ...{ url: 'http://harbour.example/', title: text, html: `<body><h1>${text}</h1></body>`, twin: null },
  ...{
    candidates: { actions, avoided: [] },
    screenshot: null,
    notes: [],
    held: [],
    openedAt: 0,
    isQuiet: true,
  },
  document: { requested: 'http://harbour.example/', status: 200 },
});
const slow: Outcome = { kind: 'failed', failure: 'the page did not answer', isWorthAnother: true };

/** An application with a button for each name, on a machine that answers as `outcomeOf` says. */
async function explored(
  outcomeOf: (label: string, isAgain: boolean) => Outcome,
  { record = new MemoryRecord(), index = (): string => 'Start' } = {},
) {
  const trier: Trier = {
    index: async () => shows('Start', names.map(press)),
    twin: async (way) => shows(way.at(-1)?.place?.label ?? index()).html,
    try: async ({ action }, _, isAgain = false) => ({
      ...outcomeOf(action.place?.label ?? '', isAgain),
      held: [],
    }),
  };
  const setting = namedSetting('content');
  const options = {
    ...{ url: 'http://harbour.example/', record, setting, limits: usualExploreLimits, contexts: 2 },
    ...{ onEvent: () => undefined, signal: null },
  };
  const known = knownStatesFor({ setting, strip: [], plain: false });
  return { exploration: await new Explorer(options, known, trier).explore(), record };
}
const found = (label: string): Outcome => ({ kind: 'discovered', discovery: shows(label) });

test('what failed is tried again at the end, and is unsteady when it works then', async () => {
  const { exploration } = await explored((label, isAgain) =>
    label === 'Boats' && !isAgain ? slow : label === 'Crew' ? slow : found(label),
  );
  expect(exploration.graph.states.map(({ title }) => title)).toEqual([
    'Start',
    ...['Tides', 'Weather', 'Prices', 'Harbour', 'Boats'],
  ]);
  expect(exploration).toMatchObject({
    ...{ ending: 'complete', tried: 6, reason: '' },
    unsteady: [{ from: 0, action: press('Boats'), failure: 'the page did not answer' }],
    failures: [{ from: 0, action: press('Crew') }],
  });
});

test('an exploration in which nothing could be tried says so, and the next one tries it again', async () => {
  const { exploration, record } = await explored(() => slow);
  expect(exploration).toMatchObject({ ending: 'failed', tried: 6, reason: 'the page did not answer' });
  expect((await record.soFar()).tried).toEqual([]);
  const next = await explored(found, { record });
  expect(next.exploration).toMatchObject({ ending: 'complete', tried: 6, failures: [] });
});

test('a log-in that ends leaves what was found', async () => {
  const { exploration, record } = await explored((label) => {
    if (label === 'Weather') throw new AccessError('ACCESS_LOGIN_FAILED', 'the password was changed');
    return found(label);
  });
  expect(exploration).toMatchObject({ ending: 'session', tried: 2, reason: 'the password was changed' });
  expect((await record.soFar()).states).toHaveLength(3);
});

test('an application that shows something else to everybody ends the exploration', async () => {
  let opened = 0;
  const other = `${'The whole application speaks another language. '.repeat(3)}</h1><p>So does this.</p><p>And this.</p>`;
  const { exploration } = await explored((label) => (label === 'Tides' ? found(label) : slow), {
    // Learning what differs at each load opens it twice.
    index: () => (++opened > 2 ? other : 'Start'),
  });
  expect(exploration).toMatchObject({
    ending: 'session',
    reason: expect.stringContaining('does not show any more'),
  });
  expect(exploration.graph.states).toHaveLength(2);
});
