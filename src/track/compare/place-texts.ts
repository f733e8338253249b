import { hashText, type Segment } from '../../document/index.ts';
import { similarity } from './similarity.ts';
import { aboutTime } from './steady-words.ts';

/** Items of one list stand at one kind of place, and so do the paragraphs of a text, and the cells of a column. */
export function placeName({ path }: { readonly path: string }): string {
  return path.replace(/(?<!\bt[dh])\[\d+\]/g, '');
}

/** What stands at one kind of place and differs in numbers and times only: the counters of a list of posts. */
export function counterName(segment: Segment): string {
  return `${placeName(segment)} ${segment.tokens.filter((token) => !aboutTime.test(token)).join(' ')}`;
}

/** What two versions have of each kind, in whatever order. */
export class KindsOfText {
  readonly #versions: readonly (readonly Segment[])[];
  readonly #kindOf: (segment: Segment) => string;
  #texts: readonly ReadonlyMap<string, readonly string[]>[] | null = null;

  constructor(first: readonly Segment[], second: readonly Segment[], kindOf: (segment: Segment) => string) {
    this.#versions = [first, second];
    this.#kindOf = kindOf;
  }

  /** Whether more than half of what is of the leaf's kind is the same: a list that was shuffled, not drawn anew. */
  areMostlyTheSame(segment: Segment): boolean {
    this.#texts ??= this.#versions.map((segments) => textsOf(segments, this.#kindOf));
    const kind = this.#kindOf(segment);
    const [first = [], second = []] = this.#texts.map((texts) => texts.get(kind) ?? []);
    return similarity(first, second) > 0.5;
  }
}

function textsOf(
  segments: readonly Segment[],
  kindOf: (segment: Segment) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(segments, kindOf);
  return new Map([...groups].map(([kind, group]) => [kind, group.map(hashText)]));
}
