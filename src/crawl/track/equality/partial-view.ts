import { type Regions, regionCutter, regionPage } from '../../../document/index.ts';
import type { Comparison, LinkIdentity, Snapshot } from '../../../track/index.ts';
import type { PageVersion } from '../page-version.ts';
import { type PageView, strictlySame, withPlace } from './equality.ts';
import { ignoreText, joinedText, type TextFilter, withoutMarkup } from './segment-filters.ts';

interface ViewedParts extends Regions {
  /** Only words count: no links, no pictures, no markup. */
  readonly isText: boolean;
  /** Regular expressions; matching text does not count. */
  readonly ignoreText: readonly string[];
}

/** Selects a part of a page. Throws SyntaxError for an invalid selector or pattern. */
export class PartialView implements PageView {
  readonly subject: string;
  readonly #isText: boolean;
  readonly #cut: ((html: string) => string | null) | null;
  readonly #filter: TextFilter | null;
  readonly #where: string;
  readonly #snapshots = new WeakMap<PageVersion, Snapshot | null>();

  constructor(parts: ViewedParts) {
    const { isText, only, ignore } = parts;
    this.#isText = isText;
    this.#cut = only.length + ignore.length === 0 ? null : cutterOf(parts);
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
    const rest = this.#filter === null ? whole.segments : this.#filter(whole.segments);
    if (rest === null) return null;
    return { segments: this.#isText ? rest.flatMap(withoutMarkup) : rest, at: whole.at };
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
}

function cutterOf(regions: Regions): (html: string) => string | null {
  const cut = regionCutter(regions);
  return (html) => cut(regionPage(html));
}

const same = (reason: string): Comparison => ({ level: 'same as chosen', reason });

/** `in the chosen regions (main, .price)` */
const named = (what: string, parts: readonly string[]): readonly string[] =>
  parts.length === 0 ? [] : [`${what} (${parts.join(', ')})`];
