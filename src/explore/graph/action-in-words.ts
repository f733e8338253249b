import type { Action, ElementPlace, FilledInField } from './state-graph.ts';

/** An action as one would tell somebody to do it: `fill in “Name” with “Ann”, then click the button “Save”`. */
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

/** What people call elements; others are named by their tag. */
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
