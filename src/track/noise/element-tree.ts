import { hashText, type Segment } from '../../document/index.ts';
import { elementName } from './rule-place.ts';

/** An element of a page, derived from the paths of its segments. */
export class ElementNode {
  /** Its step in the path: `div[2]`; empty for the page. */
  readonly step: string;
  /** In the order of the page. */
  readonly children: ElementNode[] = [];
  /** All segments in it, in the order of the page. */
  readonly segments: Segment[] = [];
  /** How often each text is in it, by hash. */
  readonly texts = new Map<string, number>();
  /** The kinds of elements in it that have segments. */
  readonly #forms = new Set<string>();
  readonly #byStep = new Map<string, ElementNode>();

  constructor(step: string) {
    this.step = step;
  }

  get name(): string {
    return elementName(this.step);
  }

  /** The same for elements that are built alike. */
  get form(): string {
    return [...this.#forms].sort().join(' ');
  }

  /** The heading that it begins with, if more follows. */
  get heading(): Segment | null {
    const [first] = this.segments;
    if (first === undefined || this.segments.length === 1) return null;
    return isHeading(first) ? first : null;
  }

  child(step: string): ElementNode {
    const known = this.#byStep.get(step);
    if (known !== undefined) return known;
    const child = new ElementNode(step);
    this.#byStep.set(step, child);
    this.children.push(child);
    return child;
  }

  add(segment: Segment, text: string, form: string): void {
    this.segments.push(segment);
    this.texts.set(text, (this.texts.get(text) ?? 0) + 1);
    this.#forms.add(form);
  }
}

interface PlacedSegment {
  readonly element: ElementNode;
  /** Which of several texts in its element it is: `#2`; empty for the first. */
  readonly run: string;
}

interface ElementTree {
  readonly page: ElementNode;
  readonly placeOf: ReadonlyMap<Segment, PlacedSegment>;
}

const elementStep = /^[a-z][a-z0-9-]*(?:\[\d+\])?(#\d+)?$/;

/** Null for a document whose paths are not those of elements: the entries of a feed are identified by their own ids. */
export function elementTree(segments: readonly Segment[]): ElementTree | null {
  const page = new ElementNode('');
  const placeOf = new Map<Segment, PlacedSegment>();
  for (const segment of segments) {
    const text = hashText(segment);
    const steps = segment.path.split('/');
    const forms = formsOf(steps);
    let element = page;
    let run = '';
    for (const [level, step] of steps.entries()) {
      const found = elementStep.exec(step);
      if (found === null) return null;
      run = found[1] ?? '';
      element.add(segment, text, forms[level] ?? '');
      element = element.child(run === '' ? step : step.slice(0, -run.length));
    }
    element.add(segment, text, '');
    placeOf.set(segment, { element, run });
  }
  return { page, placeOf };
}

/** The names of the elements from each level on: `div/p`, `p`. */
function formsOf(steps: readonly string[]): readonly string[] {
  const forms: string[] = [];
  for (const [after, step] of steps.toReversed().entries())
    forms.push(after === 0 ? elementName(step) : `${elementName(step)}/${forms[after - 1]}`);
  return forms.reverse();
}

/** Whether a segment is a heading of what follows it. */
export function isHeading({ kind, path }: Segment): boolean {
  return kind === 'heading' || /\/(?:caption|legend|summary)$/.test(path);
}
