import { capital, type Entity, type Field } from './application.ts';
import type { Block, Input } from './page-plan.ts';
import type { Random } from './random.ts';

export function tableOf(entity: Entity, random: Random, count: number): Block {
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
        cells: shown.map((field) => sampleOf(field, random)),
        actions: entity.rowActions
          .filter((_, i) => i === 0 || random.chance(0.7))
          .map((name) => ({ name: capital(name), address: `${address}/${name}` })),
      };
    }),
  };
}

export function recordOf(entity: Entity, random: Random): readonly Block[] {
  const address = `/${entity.plural}/${random.below(9999)}`;
  const values = entity.fields
    .filter(({ isOptional }) => !isOptional || random.chance(0.7))
    .map((field) => [field.label, sampleOf(field, random)] as const);
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

export function formOf(
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
    value: isFilled ? sampleOf(field, random) : '',
    mistake: wrong.has(field) ? random.pick(['must not be empty', 'is too long', 'is not valid']) : null,
  }));
  return { kind: 'form', address, inputs, submit, cancel: `/${entity.plural}` };
}

export function inputOf(name: string, type: Field['type']): Input {
  return {
    name: name.replace(' ', '_'),
    label: capital(name),
    type,
    isOptional: false,
    value: '',
    mistake: null,
  };
}

function sampleOf({ type, name }: Field, random: Random): string {
  if (type === 'number') return String(random.below(5000) / 10);
  if (type === 'date') return `20${10 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}`;
  if (type === 'checkbox') return random.pick(['yes', 'no']);
  if (type === 'email') return `${random.word()}@${random.word()}.example`;
  if (type === 'textarea') return random.sentence(4 + random.below(20));
  return name === 'phone'
    ? String(random.below(9_999_999))
    : `${random.name()}${random.chance(0.4) ? ` ${random.word()}` : ''}`;
}

export function month(random: Random, weeks: number): Block {
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

export function paragraphs(random: Random): readonly string[] {
  return Array.from({ length: 1 + random.below(4) }, () => random.sentence(10 + random.below(40)));
}
