import { capital, type Entity } from './application.ts';
import type { Block, PagePlan } from './page-plan.ts';
import { formOf, paragraphs, recordOf, tableOf } from './plan-blocks.ts';
import type { Random } from './random.ts';

export type Add = (state: string, plan: Partial<PagePlan> & Pick<PagePlan, 'title' | 'blocks'>) => void;

/** The pages of one kind of records. */
export function planEntity(entity: Entity, random: Random, add: Add): void {
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

/** A page with tabs, of which one is open. */
export function planTabs(entity: Entity, random: Random, add: Add): void {
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
