import type { Application } from '../application.ts';
import type { Block, PagePlan } from '../page-plan.ts';
import type { Random } from '../random.ts';

type Renderers = {
  readonly [Kind in Block['kind']]: (block: Extract<Block, { kind: Kind }>, random: Random) => string;
};

/** The mark-up of one framework: how each block looks, and the page around them. */
export interface Style {
  readonly name: string;
  readonly blocks: Renderers;
  page(application: Application, plan: PagePlan, body: string, dialog: string | null, random: Random): string;
}

/** `random` makes the noise of the page: generated ids, tokens, clocks. */
export function render(style: Style, application: Application, plan: PagePlan, random: Random): string {
  const blocks = (some: readonly Block[]) =>
    some.map((block) => renderBlock(style.blocks, block, random)).join('\n');
  return style.page(application, plan, blocks(plan.blocks), plan.dialog && blocks(plan.dialog), random);
}

function renderBlock<Kind extends Block['kind']>(
  renderers: Renderers,
  block: Extract<Block, { kind: Kind }>,
  random: Random,
): string {
  return (renderers[block.kind as Kind] as (block: Extract<Block, { kind: Kind }>, random: Random) => string)(
    block,
    random,
  );
}

export function each<T>(items: readonly T[], write: (item: T, index: number) => string): string {
  return items.map(write).join('\n');
}

export const options = (value: string) => `<option>${value || 'Choose'}</option><option>Other</option>`;
