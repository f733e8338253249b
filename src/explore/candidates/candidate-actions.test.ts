import { expect, test } from 'vitest';
import type { FoundElement, FoundField } from '../in-page/find-elements.ts';
import { type CandidateRules, candidateActions, selectorsOf, usualCandidates } from './candidate-actions.ts';
import { foundButton } from './found-button.example.ts';

const place = (label: string, element = 'button') => ({ path: [`#${label}`], label, element });
const field = (words: string, more: Partial<FoundField> = {}): FoundField => ({
  place: place(words, 'input'),
  type: 'text',
  words,
  isRequired: false,
  isFilled: false,
  value: '',
  isHeard: false,
  min: '',
  max: '',
  maxLength: 0,
  options: [],
  optionTexts: [],
  matches: [],
  ...more,
});

function tried(
  elements: readonly FoundElement[],
  fields: readonly FoundField[] = [],
  rules: Partial<CandidateRules> = {},
  canScroll = false,
): readonly string[] {
  const found = { elements, fields, canScroll };
  const { actions } = candidateActions(found, { ...usualCandidates, ...rules }, 'example.org');
  return actions.map(({ kind, place: at, filled, value }) =>
    [kind, at?.label, ...filled.map((each) => `${each.place.label}=${each.value}`), value]
      .filter(Boolean)
      .join(' '),
  );
}

test('links to other sites and downloads are left alone', () => {
  const links = ['https://example.org/a', 'https://example.com/', 'javascript:go()'].map((href) =>
    foundButton(href, { href }),
  );
  expect(
    tried([...links, foundButton('file', { href: 'https://example.org/f.zip', isDownload: true })]),
  ).toEqual(['click https://example.org/a', 'click javascript:go()']);
});

test('a form is sent as it is, and filled in by the types of its fields', () => {
  const fields = [
    field('E-mail', { type: 'email' }),
    field('Nights', { type: 'number', min: '3', max: '3' }),
    field('Arrival', { type: 'date', min: '2026-01-01' }),
    field('Room', { type: 'select', options: ['', 'sea'] }),
    field('Terms', { type: 'checkbox', isRequired: true }),
    field('News', { type: 'checkbox' }),
    field('Done', { isFilled: true }),
  ];
  expect(tried([foundButton('Go', { fields: [0, 1, 2, 3, 4, 5, 6] })], fields)).toEqual([
    'click Go',
    expect.stringMatching(/^click Go E-mail=\w+@example\.org Nights=3 Arrival=2026-01-01 Room=sea Terms=on$/),
  ]);
});

test('the user says what fields are filled with; another seed fills in something else', () => {
  const city = field('City', { matches: ['#city'] });
  const go = foundButton('Go', { fields: [0] });
  const fill = [{ selector: '#city', value: 'Nes' }];
  expect(tried([go], [city], { fill })).toContain('click Go City=Nes');
  const seeds = [1, 2, 3, 4, 5, 6].map((seed) => tried([go], [field('anything')], { seed })[1]);
  expect(new Set(seeds).size).toBeGreaterThan(1);
});

test('what can be chosen is chosen where scripts wait for it', () => {
  const boats = field('Boats', {
    type: 'select',
    options: ['all', 'sail', 'row'],
    value: 'all',
    isFilled: true,
  });
  expect(tried([], [boats])).toEqual([]);
  expect(tried([], [{ ...boats, isHeard: true }])).toEqual([
    'key Boats Boats=sail Tab',
    'key Boats Boats=row Tab',
  ]);
});

test('only what fits is pressed, and nothing that is excluded', () => {
  const elements = [
    foundButton('One', { matches: ['nav *'] }),
    foundButton('Two', { matches: ['nav *'] }),
    foundButton('Three'),
  ];
  expect(tried(elements, [], { include: ['nav *'] })).toEqual(['click One', 'click Two']);
  expect(tried(elements, [], { include: ['nav *'], exclude: ['text=two'] })).toEqual(['click One']);
  expect(selectorsOf({ ...usualCandidates, include: ['nav *'], exclude: ['text=two'] })).toEqual(['nav *']);
});

test('pointing, keys and scrolling', () => {
  const elements = [
    foundButton('Menu', { isPressed: false, isPointedAt: true }),
    foundButton('Help', { isTypedAt: true }),
  ];
  expect(
    tried(elements, [field('Note', { type: 'search' })], { hover: true, keys: ['Enter'] }, true),
  ).toEqual([
    'hover Menu',
    'click Help',
    'hover Help',
    'key Help Enter',
    expect.stringMatching(/^key Note Note=\w+ Enter$/),
    'scroll',
  ]);
  expect(tried(elements, [], { scroll: false }, true)).toEqual(['click Help']);
});
