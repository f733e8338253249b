import type { PartKind } from './part.ts';

/** What a difference in one kind of parts counts. */
interface KindWeights {
  /** When only one of the pages has something at that place. */
  readonly missing: number;
  /** When both have, with other labels. */
  readonly renamed: number;
}

export interface StructureWeights {
  readonly kinds: Readonly<Record<PartKind, KindWeights>>;
  /** When the button of a form makes something new on one page only. */
  readonly otherDeed: number;
  /** Parts of the frame around all pages count so much of it. */
  readonly shell: number;
  /** How much of what both pages share makes up for differences: its weight to this power, plus the constant. */
  readonly sharedPower: number;
  readonly sharedConstant: number;
  /** Pages have the same form if they share so many fields of their own, and all else of their own, apart from names, differs by no more than this. */
  readonly sameForm: { readonly fields: number; readonly most: number };
}

export const structureWeights: StructureWeights = {
  kinds: {
    field: { missing: 1.5, renamed: 0 },
    button: { missing: 2, renamed: 1 },
    link: { missing: 1, renamed: 1 },
    form: { missing: 2, renamed: 3 },
    message: { missing: 2, renamed: 0 },
    trouble: { missing: 8, renamed: 4 },
    table: { missing: 6, renamed: 0 },
    dialog: { missing: 8, renamed: 0 },
    frame: { missing: 2, renamed: 0 },
    open: { missing: 6, renamed: 3 },
    access: { missing: 4, renamed: 0 },
    remark: { missing: 4, renamed: 0.5 },
    active: { missing: 1.5, renamed: 3 },
    heading: { missing: 1, renamed: 1 },
    title: { missing: 1, renamed: 1.5 },
    label: { missing: 1, renamed: 0.25 },
    block: { missing: 0.75, renamed: 0.25 },
  },
  otherDeed: 8,
  shell: 0.75,
  sharedPower: 0.5,
  sharedConstant: 3,
  sameForm: { fields: 4, most: 2 },
};
