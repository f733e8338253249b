import { hash } from 'node:crypto';
import type { Segment } from '../../document/index.ts';
import { isTooLong, type LinkIdentity, sameLinks, sameWords, type VolatileRule } from '../../track/index.ts';
import type { PageVersion } from './page-version.ts';

/** A page without the places that the site is known to fill anew at every fetch. */
export class QuietText {
  readonly #texts: readonly VolatileRule[];
  readonly #isVolatile: (segment: Segment) => boolean;
  /** Where the addresses of links differ at every fetch. */
  readonly #linkPaths: ReadonlySet<string>;

  constructor(rules: readonly VolatileRule[]) {
    const active = rules.filter(({ isOff }) => !isOff);
    this.#texts = active.filter(({ kind }) => kind !== 'link' && kind !== 'time' && kind !== 'visitor');
    this.#isVolatile = volatilePlaces(this.#texts);
    this.#linkPaths = new Set(active.flatMap(({ kind, place }) => (kind === 'link' ? [place.path] : [])));
  }

  /**
   * The hash of its text. Pages with equal ones may be the same page; `findAliases` compares them further. Null when the
   * page has no such place, and the hash of all its text will do.
   */
  signatureOf(version: PageVersion): Uint8Array | null {
    if (this.#texts.length === 0 || version.document.type !== 'html' || isTooLong(version.snapshot))
      return null;
    const { segments } = version.snapshot;
    const quiet = this.#quiet(segments);
    if (quiet.length === segments.length || quiet.length === 0) return null;
    return hash('md5', quiet.map(({ text }) => text).join('\n'), 'buffer');
  }

  /** Whether two pages have the same words, links and pictures in all other places. */
  isSame(one: PageVersion, other: PageVersion, identity: LinkIdentity): boolean {
    const [first, second] = [this.#quiet(one.snapshot.segments), this.#quiet(other.snapshot.segments)];
    if (first.length !== second.length) return false;
    return first.every((before, index) => {
      const after = second[index];
      if (after === undefined || !sameWords(before, after)) return false;
      return this.#linkPaths.has(after.path) || sameLinks(before, after, identity);
    });
  }

  #quiet(segments: readonly Segment[]): readonly Segment[] {
    return segments.filter((segment) => !this.#isVolatile(segment));
  }
}

/** Lists are volatile as a whole: how many items they show may vary, too. */
function volatilePlaces(rules: readonly VolatileRule[]): (segment: Segment) => boolean {
  const paths = new Set(rules.map(({ place }) => place.path));
  const lists = Map.groupBy(rules, ({ place }) => withoutNumbers(place.path));
  const whole = new Set(
    [...lists].flatMap(([list, some]) => (some.length > 1 || some[0]?.kind === 'order' ? [list] : [])),
  );
  return ({ path }) => paths.has(path) || whole.has(withoutNumbers(path));
}

/** `ul/li[3]` and `ul/li[*]` are `ul/li`. */
function withoutNumbers(path: string): string {
  return path.replace(/\[[^\]]*\]/g, '');
}
