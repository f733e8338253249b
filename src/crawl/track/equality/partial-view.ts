import { type RegionCutter, type Regions, regionCutter, type Segment } from '../../../document/index.ts';
import type { Comparison, LinkIdentity, Snapshot } from '../../../track/index.ts';
import type { PageVersion } from '../page-version.ts';
import { strictlySame } from '../strict-same.ts';
import { type IgnoredText, ignoredText } from './ignored-text.ts';
import { type PageView, placed } from './page-view.ts';
import { textOf, withoutMarkup } from './text-only.ts';

export interface ViewedParts extends Regions {
  /** Only what it says counts, not where it leads, what it shows and how it is set. */
  readonly isText: boolean;
  /** Regular expressions; what they match does not count. */
  readonly ignoreText: readonly string[];
}

/** Some of a page. Throws SyntaxError for a selector or a pattern that is none. */
export class PartialView implements PageView {
  readonly subject: string;
  readonly #isText: boolean;
  readonly #cut: RegionCutter | null;
  readonly #ignored: IgnoredText | null;
  readonly #where: string;
  readonly #seen = new WeakMap<PageVersion, Snapshot | null>();

  constructor(parts: ViewedParts) {
    const { isText, only, ignore, ignoreText } = parts;
    this.#isText = isText;
    this.#cut = only.length + ignore.length === 0 ? null : regionCutter(parts);
    this.#ignored = ignoreText.length === 0 ? null : ignoredText(ignoreText);
    this.#where = [
      ...named('in the chosen regions', only),
      ...named('outside the ignored regions', ignore),
      ...named('without the ignored text', ignoreText),
    ].join(' ');
    this.subject = `${isText ? 'text' : 'text, links and pictures'} ${this.#where}`.trimEnd();
  }

  snapshot(version: PageVersion): Snapshot | null {
    const known = this.#seen.get(version);
    if (known !== undefined) return known;
    const snapshot = this.#look(version);
    this.#seen.set(version, snapshot);
    return snapshot;
  }

  #look(version: PageVersion): Snapshot | null {
    const whole = this.#cut === null ? version.snapshot : version.cut(this.#cut);
    if (whole === null) return null;
    const segments = whole.segments.flatMap((segment) => this.#leftOf(segment));
    return { segments, at: whole.at };
  }

  same(last: Snapshot, now: Snapshot, identity: LinkIdentity): Comparison | null {
    const isSame = this.#isText
      ? textOf(last.segments) === textOf(now.segments)
      : strictlySame(last.segments, now.segments, identity);
    if (!isSame) return null;
    const isEmpty = now.segments.length === 0 && this.#where !== '';
    return isEmpty ? same(`nothing to compare ${this.#where}`) : this.told({ level: 'same signature' });
  }

  told(comparison: Comparison): Comparison {
    if (comparison.level === 'same signature' || comparison.level === 'same segments')
      return same(['the same', ...(this.#isText ? ['text'] : []), this.#where].join(' ').trim());
    return this.#where === '' ? comparison : placed(this.#where, comparison);
  }

  #leftOf(segment: Segment): readonly Segment[] {
    const left = this.#ignored === null ? segment : this.#ignored(segment);
    if (left === null) return [];
    return this.#isText ? withoutMarkup(left) : [left];
  }
}

const same = (reason: string): Comparison => ({ level: 'same as chosen', reason });

/** `in the chosen regions (main, .price)` */
const named = (what: string, parts: readonly string[]): readonly string[] =>
  parts.length === 0 ? [] : [`${what} (${parts.join(', ')})`];
