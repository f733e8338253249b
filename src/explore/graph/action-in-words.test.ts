import { expect, test } from 'vitest';
import { clickOn } from './example-states.example.ts';
import { type Action, actionInWords, type ElementPlace } from './state-graph.ts';

const place = (element: string, label: string): ElementPlace => ({ path: ['main', '#x'], label, element });
const action = (more: Partial<Action>): Action => ({ ...clickOn('Save'), ...more });

test.each([
  [action({}), 'click the button “Save”'],
  [action({ place: place('a', 'Prices') }), 'click the link “Prices”'],
  [action({ place: place('div', '') }), 'click the div element at main, #x'],
  [action({ place: place('constructor', 'x') }), 'click the constructor element “x”'],
  [action({ kind: 'open', place: null, value: 'https://example.org/' }), 'open https://example.org/'],
  [action({ kind: 'hover', place: place('li', 'Shop') }), 'point at the entry “Shop”'],
  [action({ kind: 'key', place: place('input', 'Find'), value: 'Enter' }), 'press Enter in the field “Find”'],
  [action({ kind: 'key', place: null, value: 'Escape' }), 'press Escape'],
  [action({ kind: 'scroll', place: null }), 'scroll to the end'],
  [
    action({
      filled: [
        { place: place('input', 'Name'), value: 'Ann' },
        { place: place('input', 'Street'), value: '' },
      ],
    }),
    'fill in “Name” with “Ann”, then empty “Street”, then click the button “Save”',
  ],
])('%#: %s', (given, words) => expect(actionInWords(given)).toBe(words));
