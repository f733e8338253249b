import type { Part, PartKind, Region } from './part.ts';

/** Where on the page an element is. */
export interface PartPlace {
  readonly region: Region;
  /** The nearest elements around it that mean something. */
  readonly path: readonly string[];
}

/** Of what is the same wherever it is on a page. */
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
    let part = this.parts.get(key);
    if (part === undefined) {
      const isListed = path.some((around) => /^(?:li|td|article)$/.test(around));
      part = { kind, region, isListed, count: 0, labels: new Set(), targets: new Set(), ways: new Map() };
      this.parts.set(key, part);
    }
    part.count++;
    for (const label of labels) part.labels.add(label);
    for (const target of targets) part.targets.add(target);
    const [label, target] = [labels[0], targets[0]];
    if (label !== undefined && target !== undefined) part.ways.set(label, target);
  }
}
