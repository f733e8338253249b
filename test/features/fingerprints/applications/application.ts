import { type Random, randomOf } from './random.ts';

/** A field of the records of an application. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'number' | 'date' | 'select' | 'textarea' | 'checkbox';
  /** Whether some records have nothing there. */
  readonly isOptional: boolean;
}

/** A kind of records, with what can be done to them. */
export interface Entity {
  readonly name: string;
  readonly plural: string;
  readonly fields: readonly Field[];
  /** What each row of the list offers. */
  readonly rowActions: readonly string[];
  /** What a record's own page offers. */
  readonly actions: readonly string[];
  /** A list below each record, such as its comments; null for none. */
  readonly related: {
    readonly name: string;
    readonly columns: readonly string[];
    readonly action: string;
  } | null;
}

/** A made-up application: what its pages have in common, and its kinds of records. */
export interface Application {
  readonly brand: string;
  readonly entities: readonly Entity[];
  readonly menu: readonly string[];
  readonly footer: readonly string[];
  readonly hasSearch: boolean;
}

const things =
  'owner pet visit invoice customer product order task ticket project contact group event room booking course lesson student album photo recipe article category vendor asset contract shipment campaign member account device sensor'.split(
    ' ',
  );
const fieldNames: readonly (readonly [string, Field['type']])[] = [
  ['name', 'text'],
  ['title', 'text'],
  ['email', 'email'],
  ['phone', 'text'],
  ['city', 'text'],
  ['street', 'text'],
  ['price', 'number'],
  ['quantity', 'number'],
  ['due date', 'date'],
  ['start', 'date'],
  ['status', 'select'],
  ['priority', 'select'],
  ['description', 'textarea'],
  ['notes', 'textarea'],
  ['enabled', 'checkbox'],
  ['company', 'text'],
  ['country', 'select'],
  ['code', 'text'],
];
const actions = 'edit delete archive duplicate print share approve assign close export'.split(' ');
const pagesOfMenus = 'reports statistics calendar messages downloads inbox archive tools feedback team'.split(
  ' ',
);
const pagesOfFooters = 'about help privacy terms contact imprint'.split(' ');

export function makeApplication(seed: number): Application {
  const random = randomOf(seed);
  const entities = random.some(things, 2 + random.below(2)).map((name) => makeEntity(name, random));
  return {
    brand: `${capital(random.word())} ${capital(random.word())}`,
    entities,
    menu: random.some(pagesOfMenus, random.below(7)),
    footer: random.some(pagesOfFooters, 1 + random.below(4)),
    hasSearch: random.chance(0.6),
  };
}

function makeEntity(name: string, random: Random): Entity {
  const [first, ...others] = random.some(fieldNames, 3 + random.below(6));
  const fields = [first, ...others].flatMap((field, i) =>
    field === undefined
      ? []
      : [
          {
            name: field[0].replace(' ', '_'),
            label: capital(field[0]),
            type: field[1],
            isOptional: i > 1 && random.chance(0.4),
          },
        ],
  );
  const related = random.chance(0.5)
    ? {
        name: random.pick(['comments', 'attachments', 'history', 'payments']),
        columns: ['Date', 'By', 'Text'].slice(0, 2 + random.below(2)),
        action: random.pick(['add', 'upload', 'attach']),
      }
    : null;
  return {
    name,
    plural: name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`,
    fields,
    rowActions: random.some(actions, random.below(3)),
    actions: ['edit', ...random.some(actions.slice(1), random.below(3))],
    related,
  };
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
