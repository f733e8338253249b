/** What a part of a page is to somebody who uses it. */
export type PartKind =
  | 'field'
  | 'button'
  | 'link'
  | 'form'
  | 'message'
  | 'trouble'
  | 'table'
  | 'dialog'
  | 'frame'
  | 'open'
  | 'access'
  | 'remark'
  | 'active'
  | 'heading'
  | 'title'
  | 'label'
  | 'block';

/** Where on the page it is: in the frame that all pages of an application have, or in what is its own. */
export type Region = 'shell' | 'main' | 'dialog';

/** All elements of one kind at one place of the tree, however often they are repeated there. */
export interface Part {
  readonly kind: PartKind;
  readonly region: Region;
  /** Whether they are in entries of lists or in cells of tables. */
  readonly isListed: boolean;
  /** How many elements. */
  readonly count: number;
  /** What they say or are called, without data. */
  readonly labels: ReadonlySet<string>;
  /** Where they lead. */
  readonly targets: ReadonlySet<string>;
  /** Where those with one label each lead, by their labels. */
  readonly ways: ReadonlyMap<string, string>;
}

/** The parts of a page by kind and place. */
export type StructurePrint = ReadonlyMap<string, Part>;
