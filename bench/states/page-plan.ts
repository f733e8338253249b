import { type Application, capital, type Entity, type Field } from './application.ts';
import { type Random, randomOf } from './random.ts';

/** What a page shows, before a style turns it into HTML. */
export interface PagePlan {
  readonly title: string;
  /** The entry of the menu that is marked. */
  readonly active: string | null;
  readonly blocks: readonly Block[];
  readonly dialog: readonly Block[] | null;
  readonly isSignedIn: boolean;
  readonly openMenu: boolean;
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly paragraphs: readonly string[] }
  | { readonly kind: 'buttons'; readonly links: readonly Action[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
      readonly empty: string;
    }
  | { readonly kind: 'pages'; readonly address: string; readonly current: number; readonly last: number }
  | { readonly kind: 'record'; readonly values: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'form';
      readonly address: string;
      readonly inputs: readonly Input[];
      readonly submit: string;
      readonly cancel: string | null;
    }
  | { readonly kind: 'message'; readonly tone: 'bad' | 'good'; readonly text: string }
  | { readonly kind: 'tabs'; readonly names: readonly string[]; readonly current: number }
  | { readonly kind: 'figures'; readonly values: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'days';
      readonly columns: readonly string[];
      readonly weeks: readonly (readonly (readonly [string, string | null])[])[];
    };

export interface Action {
  readonly name: string;
  readonly address: string;
}

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
  readonly address: string | null;
  readonly actions: readonly Action[];
}

export interface Input extends Field {
  readonly value: string;
  readonly mistake: string | null;
}

/** A page, and its class: pages of one class are near-duplicates by their functions, all others are different states. */
export interface LabelledPlan {
  readonly state: string;
  readonly plan: PagePlan;
}

const plain = { dialog: null, isSignedIn: true, openMenu: false, active: null };

/** All pages of an application, most of them several times with other data. */
export function planPages(application: Application, seed: number): readonly LabelledPlan[] {
  const random = randomOf(seed);
  const plans: LabelledPlan[] = [];
  const add = (state: string, plan: Partial<PagePlan> & Pick<PagePlan, 'title' | 'blocks'>) =>
    void plans.push({ state, plan: { ...plain, ...plan } });
  for (const entity of application.entities) planEntity(entity, random, add);
  planTabs(application.entities[0] as Entity, random, add);
  const login = (message: readonly Block[]) => ({
    title: 'Log in',
    isSignedIn: false,
    blocks: [
      { kind: 'heading', text: 'Log in' },
      ...message,
      {
        kind: 'form',
        address: '/login',
        inputs: [inputOf('user', 'text'), inputOf('password', 'text')],
        submit: 'Log in',
        cancel: null,
      },
    ] satisfies readonly Block[],
  });
  add('login', login([]));
  add('login-failed', login([{ kind: 'message', tone: 'bad', text: 'Wrong user or password' }]));
  for (let i = 0; i < 2; i++)
    add('dashboard', {
      title: 'Dashboard',
      active: 'dashboard',
      blocks: [
        { kind: 'heading', text: 'Dashboard' },
        {
          kind: 'figures',
          values: application.entities.map(({ plural }) => [capital(plural), String(random.below(9000))]),
        },
        tableOf(application.entities[0] as Entity, random, 2 + random.below(5)),
      ],
    });
  for (const name of application.footer.slice(0, 2))
    add(`static-${name}`, {
      title: capital(name),
      active: name,
      blocks: [
        { kind: 'heading', text: capital(name) },
        { kind: 'text', paragraphs: paragraphs(random) },
      ],
    });
  for (let i = 0; i < 3; i++)
    add('not-found', {
      title: 'Not found',
      blocks: [
        { kind: 'heading', text: 'Page not found' },
        { kind: 'text', paragraphs: [`There is nothing at /${random.word()}/${random.below(999)}.`] },
        { kind: 'buttons', links: [{ name: 'Back', address: '/' }] },
      ],
    });
  for (let i = 0; i < 3; i++) {
    const name = random.name();
    add('article', {
      title: name,
      active: 'news',
      blocks: [
        { kind: 'heading', text: `${name} ${random.word()}` },
        { kind: 'text', paragraphs: paragraphs(random) },
        { kind: 'buttons', links: [{ name: 'Back to the news', address: '/news' }] },
      ],
    });
  }
  for (let i = 0; i < 2; i++)
    add('month', {
      title: 'Calendar',
      active: 'calendar',
      blocks: [
        { kind: 'heading', text: `${random.pick(['January', 'May', 'July'])} 20${10 + random.below(20)}` },
        month(random, 5),
      ],
    });
  add('week', {
    title: 'Calendar',
    active: 'calendar',
    blocks: [
      { kind: 'heading', text: `Week ${random.below(52)}` },
      { kind: 'buttons', links: [{ name: 'Day', address: '/calendar?view=day' }] },
      month(random, 1),
    ],
  });
  add('settings', {
    title: 'Settings',
    active: 'settings',
    blocks: [
      { kind: 'heading', text: 'Settings' },
      {
        kind: 'form',
        address: '/settings',
        inputs: [
          inputOf('language', 'select'),
          inputOf('time zone', 'select'),
          inputOf('receive mail', 'checkbox'),
        ],
        submit: 'Save settings',
        cancel: null,
      },
    ],
  });
  return plans;
}

type Add = (state: string, plan: Partial<PagePlan> & Pick<PagePlan, 'title' | 'blocks'>) => void;

function planEntity(entity: Entity, random: Random, add: Add): void {
  const { name, plural } = entity;
  const address = `/${plural}`;
  const title = capital(plural);
  const list = (rows: number): readonly Block[] => [
    { kind: 'heading', text: title },
    { kind: 'buttons', links: [{ name: `New ${name}`, address: `${address}/new` }] },
    tableOf(entity, random, rows),
  ];
  for (const rows of [1 + random.below(3), 8, 20])
    add(`${name}-list`, { title, active: plural, blocks: list(rows) });
  for (const current of [1, 3])
    add(`${name}-list`, {
      title,
      active: plural,
      blocks: [...list(10), { kind: 'pages', address, current, last: 5 }],
    });
  add(`${name}-empty`, { title, active: plural, blocks: list(0) });
  for (let i = 0; i < 4; i++)
    add(`${name}-record`, { title: capital(name), active: plural, blocks: recordOf(entity, random) });
  const create = (mistakes: number): Block =>
    formOf(entity, random, `${address}/new`, 'Create', false, mistakes);
  add(`${name}-new`, {
    title: `New ${name}`,
    active: plural,
    blocks: [{ kind: 'heading', text: `New ${name}` }, create(0)],
  });
  for (const mistakes of [1, 2]) {
    const said: readonly Block[] = random.chance(0.5)
      ? [{ kind: 'message', tone: 'bad', text: 'Please correct what is marked' }]
      : [];
    add(`${name}-invalid`, {
      title: `New ${name}`,
      active: plural,
      blocks: [{ kind: 'heading', text: `New ${name}` }, ...said, create(mistakes)],
    });
  }
  for (let i = 0; i < 3; i++)
    add(`${name}-edit`, {
      title: `Edit ${name}`,
      active: plural,
      blocks: [
        { kind: 'heading', text: `Edit ${name}` },
        formOf(entity, random, `${address}/${random.below(999)}/edit`, 'Save', true, 0),
      ],
    });
  const question: readonly Block[] = [
    { kind: 'heading', text: `Delete ${name}?` },
    { kind: 'text', paragraphs: ['This cannot be undone.'] },
    {
      kind: 'buttons',
      links: [
        { name: 'Yes, delete', address: '#' },
        { name: 'Cancel', address: '#' },
      ],
    },
  ];
  for (const rows of [4, 9])
    add(`${name}-dialog`, { title, active: plural, blocks: list(rows), dialog: question });
  add(`${name}-menu`, { title, active: plural, blocks: list(6), openMenu: true });
}

function planTabs(entity: Entity, random: Random, add: Add): void {
  const names = ['Overview', 'Members', 'Access'];
  for (let i = 0; i < 4; i++) {
    const current = i % 2;
    const body: Block =
      current === 0
        ? { kind: 'text', paragraphs: paragraphs(random) }
        : tableOf({ ...entity, rowActions: ['remove'] }, random, 3 + random.below(4));
    add(`tab-${current}`, {
      title: capital(entity.name),
      active: entity.plural,
      blocks: [{ kind: 'heading', text: random.name() }, { kind: 'tabs', names, current }, body],
    });
  }
}

function tableOf(entity: Entity, random: Random, count: number): Block {
  const shown = entity.fields.filter(({ type }) => type !== 'textarea').slice(0, 5);
  return {
    kind: 'table',
    columns: shown.map(({ label }) => label),
    empty: `There are no ${entity.plural} yet.`,
    rows: Array.from({ length: count }, () => {
      const id = random.below(9999);
      const address = `/${entity.plural}/${id}`;
      return {
        id,
        address,
        cells: shown.map((field) => valueOf(field, random)),
        actions: entity.rowActions
          .filter((_, i) => i === 0 || random.chance(0.7))
          .map((name) => ({ name: capital(name), address: `${address}/${name}` })),
      };
    }),
  };
}

function recordOf(entity: Entity, random: Random): readonly Block[] {
  const address = `/${entity.plural}/${random.below(9999)}`;
  const values = entity.fields
    .filter(({ isOptional }) => !isOptional || random.chance(0.7))
    .map((field) => [field.label, valueOf(field, random)] as const);
  const { related } = entity;
  const rows = Array.from({ length: 1 + random.below(5) }, () => ({
    id: random.below(999),
    address: null,
    cells: (related?.columns ?? []).map(() => random.sentence(3)),
    actions: [],
  }));
  return [
    {
      kind: 'heading',
      text: random.chance(0.5)
        ? `${capital(entity.name)} ${random.below(999)}`
        : `${random.name()} ${random.name()}`,
    },
    { kind: 'record', values },
    {
      kind: 'buttons',
      links: entity.actions.map((name) => ({ name: capital(name), address: `${address}/${name}` })),
    },
    ...(related === null
      ? []
      : ([
          { kind: 'heading', text: capital(related.name) },
          { kind: 'table', columns: related.columns, rows, empty: 'None' },
          {
            kind: 'form',
            address: `${address}/${related.name}`,
            inputs: [inputOf('text', 'textarea')],
            submit: capital(related.action),
            cancel: null,
          },
        ] satisfies readonly Block[])),
  ];
}

function formOf(
  entity: Entity,
  random: Random,
  address: string,
  submit: string,
  isFilled: boolean,
  mistakes: number,
): Block {
  const wrong = new Set(random.some(entity.fields, mistakes));
  const inputs = entity.fields.map((field) => ({
    ...field,
    value: isFilled ? valueOf(field, random) : '',
    mistake: wrong.has(field) ? random.pick(['must not be empty', 'is too long', 'is not valid']) : null,
  }));
  return { kind: 'form', address, inputs, submit, cancel: `/${entity.plural}` };
}

function inputOf(name: string, type: Field['type']): Input {
  return {
    name: name.replace(' ', '_'),
    label: capital(name),
    type,
    isOptional: false,
    value: '',
    mistake: null,
  };
}

function valueOf({ type, name }: Field, random: Random): string {
  if (type === 'number') return String(random.below(5000) / 10);
  if (type === 'date') return `20${10 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}`;
  if (type === 'checkbox') return random.pick(['yes', 'no']);
  if (type === 'email') return `${random.word()}@${random.word()}.example`;
  if (type === 'textarea') return random.sentence(4 + random.below(20));
  return name === 'phone'
    ? String(random.below(9_999_999))
    : `${random.name()}${random.chance(0.4) ? ` ${random.word()}` : ''}`;
}

function month(random: Random, weeks: number): Block {
  const day = (i: number): readonly [string, string | null] => [
    String((i % 30) + 1),
    i === 3 || random.chance(0.2) ? `${random.name()} ${random.word()}` : null,
  ];
  return {
    kind: 'days',
    columns: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    weeks: Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, i) => day(7 * week + i))),
  };
}

function paragraphs(random: Random): readonly string[] {
  return Array.from({ length: 1 + random.below(4) }, () => random.sentence(10 + random.below(40)));
}
