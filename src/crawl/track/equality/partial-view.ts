import { type RegionCutter, type Regions, regionCutter, type Segment } from '../../../document/index.ts';
import type { Comparison, LinkIdentity, Snapshot } from '../../../track/index.ts';
import type { PageVersion } from '../page-version.ts';
import { type PageView, strictlySame, withPlace } from './equality.ts';
import { ignoreText, joinedText, type TextFilter, withoutMarkup } from './segment-filters.ts';

export interface ViewedParts extends Regions {
  /** Only words count: no links, no pictures, no mark-up. */
  readonly isText: boolean;
  /** Regular expressions; what they match does not count. */
  readonly ignoreText: readonly string[];
}

/** Shows a part of a page. Throws SyntaxError for an invalid selector or pattern. */
export class PartialView implements PageView {
  readonly subject: string;
  readonly #isText: boolean;
  readonly #cut: RegionCutter | null;
  readonly #filter: TextFilter | null;
  readonly #where: string;
  readonly #snapshots = new WeakMap<PageVersion, Snapshot | null>();

  constructor(parts: ViewedParts) {
    const { isText, only, ignore } = parts;
    this.#isText = isText;
    this.#cut = only.length + ignore.length === 0 ? null : regionCutter(parts);
    this.#filter = parts.ignoreText.length === 0 ? null : ignoreText(parts.ignoreText);
    this.#where = [
      ...named('in the chosen regions', only),
      ...named('outside the ignored regions', ignore),
      ...named('without the ignored text', parts.ignoreText),
    ].join(' ');
    this.subject = `${isText ? 'text' : 'text, links and pictures'} ${this.#where}`.trimEnd();
  }

  snapshot(version: PageVersion): Snapshot | null {
    const known = this.#snapshots.get(version);
    if (known !== undefined) return known;
    const snapshot = this.#takeSnapshot(version);
    this.#snapshots.set(version, snapshot);
    return snapshot;
  }

  #takeSnapshot(version: PageVersion): Snapshot | null {
    const whole = this.#cut === null ? version.snapshot : version.cut(this.#cut);
    if (whole === null) return null;
    const segments = whole.segments.flatMap((segment) => this.#remains(segment));
    return { segments, at: whole.at };
  }

  compareExactly(last: Snapshot, now: Snapshot, identity: LinkIdentity): Comparison | null {
    const isSame = this.#isText
      ? joinedText(last.segments) === joinedText(now.segments)
      : strictlySame(last.segments, now.segments, identity);
    if (!isSame) return null;
    const isEmpty = now.segments.length === 0 && this.#where !== '';
    return isEmpty ? same(`nothing to compare ${this.#where}`) : this.describe({ level: 'same signature' });
  }

  describe(comparison: Comparison): Comparison {
    if (comparison.level === 'same signature' || comparison.level === 'same segments')
      return same(['the same', ...(this.#isText ? ['text'] : []), this.#where].join(' ').trim());
    return this.#where === '' ? comparison : withPlace(this.#where, comparison);
  }

  #remains(segment: Segment): readonly Segment[] {
    const rest = this.#filter === null ? segment : this.#filter(segment);
    if (rest === null) return [];
    return this.#isText ? withoutMarkup(rest) : [rest];
  }
}

const same = (reason: string): Comparison => ({ level: 'same as chosen', reason });

/** `in the chosen regions (main, .price)` */
const named = (what: string, parts: readonly string[]): readonly string[] =>
  parts.length === 0 ? [] : [`${what} (${parts.join(', ')})`];
