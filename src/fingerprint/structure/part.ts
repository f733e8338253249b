import { getOrInsert } from '../../base/index.ts';
/** What a part of a page is to its users. */
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

/** Where on the page it is: in the frame that all pages of an application share, or in the page's own content. */
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
  /** The target of each label, for elements that have both. */
  readonly ways: ReadonlyMap<string, string>;
}

/** The parts of a page by kind and place. */
export type StructurePrint = ReadonlyMap<string, Part>;

/** Where on the page an element is. */
export interface PartPlace {
  readonly region: Region;
  /** The nearest elements around it that mean something. */
  readonly path: readonly string[];
}

/** The location of parts that are the same wherever they are on a page. */
export const anywhere: PartPlace = { region: 'main', path: [] };

interface GrowingPart extends Part {
  count: number;
  readonly labels: Set<string>;
  readonly targets: Set<string>;
  readonly ways: Map<string, string>;
}

/** Counts elements of one kind at one place as one part. */
export class PartCollector {
  readonly parts = new Map<string, GrowingPart>();

  add(
    kind: PartKind,
    { region, path }: PartPlace,
    what: string,
    labels: readonly string[] = [],
    targets: readonly string[] = [],
  ): void {
    const key = `${kind}|${region}|${path.join('>')}|${what}`;
    const part = getOrInsert(this.parts, key, () => {
      const isListed = path.some((around) => /^(?:li|td|article)$/.test(around));
      return { kind, region, isListed, count: 0, labels: new Set(), targets: new Set(), ways: new Map() };
    });
    part.count++;
    for (const label of labels) part.labels.add(label);
    for (const target of targets) part.targets.add(target);
    const [label, target] = [labels[0], targets[0]];
    if (label !== undefined && target !== undefined) part.ways.set(label, target);
  }
}
