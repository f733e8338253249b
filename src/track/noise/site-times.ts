import { type Period, periodsOverlap, type ShownAge, shownAge } from '../clock/same-times.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { placeOf, withoutCounts } from './rule-place.ts';
import type { TimeRule } from './volatile-rule.ts';

/** How many pages must show the same time before it counts as the site's... */
const enoughPages = 3;
/** ...and at least this share of the pages must show one at that location, judged after `enoughToTell` pages. */
const mostPages = 0.6;
const enoughToTell = 8;
/** Number of page addresses that are remembered; the oldest are dropped. */
const mostRemembered = 2000;
/** Different texts with an age that are remembered. Those of the site are among the first; the rest are names of authors and topics. */
const mostTimes = 5000;
/** In seconds. Ages in hours and days agree by chance: a moment is learned only from an age in minutes. */
const widestMoment = 600;

/** The moment that the pages of a site show at one location in one run. */
interface SiteTime {
  readonly place: string;
  readonly words: string;
  /** The latest moment shown, as exact as all pages that show it together allow. */
  moment: Period;
  /** Whether all of them show it exactly. */
  isExact: boolean;
  /** When the first of them was sent. */
  since: number;
  /** Addresses of the pages that show it, the newest last. */
  pages: Set<string>;
  /** How many pages show any moment there. */
  shown: number;
  examples: readonly [string, string];
  /** Pages show different moments: the moment belongs to the page, not to the site. */
  isOfPages: boolean;
  isLearned: boolean;
}

/** A text of a page, and when it was sent. */
interface PlacedText {
  readonly url: string;
  readonly host: string;
  readonly place: string;
  readonly text: string;
  readonly at: number;
}

/** A page as one fetch showed it. */
interface ShownPageAt {
  readonly url: string;
  readonly host: string;
  readonly snapshot: Snapshot;
}

/**
 * Distinguishes the time of a site from the ages of its pages: "updated 42 min. ago" on every page is about the site, and not a change
 * of any of them. What belongs to the site is the same moment on all pages, and when it moves on, it does so on all of them:
 * a page that still shows an earlier moment refutes it.
 */
export class SiteTimes {
  readonly #times = new Map<string, SiteTime>();
  #ages = 0;
  /** By host: how many pages were seen. */
  readonly #seen = new Map<string, number>();

  /** How many ages were noted so far. */
  get ages(): number {
    return this.#ages;
  }

  /** Notes the ages on a page. Returns the times that are now known to belong to the site. */
  observe({ url, host, snapshot: { segments, at } }: ShownPageAt): readonly TimeRule[] {
    if (at === null) return [];
    const seen = (this.#seen.get(host) ?? 0) + 1;
    this.#seen.set(host, seen);
    const shown = new Set<SiteTime>();
    return segments.flatMap((segment) => {
      const age = shownAge({ text: segment.text, at });
      if (age === null) return [];
      // Two boxes of one kind may have the same words, one about the site and one about the page.
      return [...new Set([withoutCounts(segment.path), segment.path])].flatMap((place) => {
        const time = this.#note({ url, host, place, text: segment.text, at }, age);
        if (!shown.has(time)) time.shown++;
        shown.add(time);
        if (time.isLearned || !isOfSite(time, seen)) return [];
        time.isLearned = true;
        return [ruleOf(time)];
      });
    });
  }

  #note({ url, host, place, text, at }: PlacedText, { words, moment }: ShownAge): SiteTime {
    this.#ages++;
    const key = keyOf(host, place, words);
    const known = this.#times.get(key);
    const isExact = moment.to - moment.from <= widestMoment;
    if (known === undefined) {
      const examples = [text, text] as const;
      const time = { place, words, moment, isExact, since: at, pages: new Set([url]), examples };
      const first = { ...time, shown: 0, isOfPages: false, isLearned: false };
      if (this.#times.size < mostTimes) this.#times.set(key, first);
      return first;
    }
    if (periodsOverlap(known.moment, moment)) {
      known.moment = bothOf(known.moment, moment);
      known.isExact &&= isExact;
      remember(known.pages, url);
      known.examples = [known.examples[0], text];
    } else if (known.pages.has(url) && known.since === at) {
      known.isOfPages = true; // two moments on one page
    } else if (moment.from > known.moment.to) {
      known.moment = moment;
      known.isExact = isExact;
      known.since = at;
      known.pages = new Set([url]);
    } else if (at >= known.since) {
      known.isOfPages = true;
    }
    return known;
  }

  /** Whether pages refuted a rule in this run. */
  isRefuted(host: string, { place, words }: TimeRule): boolean {
    const time = this.#times.get(keyOf(host, place.path, words));
    if (time === undefined) return false;
    const seen = this.#seen.get(host) ?? 0;
    return time.isOfPages || (seen >= enoughToTell && time.shown < mostPages * seen);
  }

  /** The latest moment that pages of this run show, to record that the rule was checked. */
  momentOf(host: string, { place, words }: TimeRule): number | null {
    return this.#times.get(keyOf(host, place.path, words))?.since ?? null;
  }

  /** Whether a page shows the same moment as the latest page that shows one. */
  isSaidBy(url: string, host: string, { place, words }: TimeRule): boolean {
    return this.#times.get(keyOf(host, place.path, words))?.pages.has(url) ?? false;
  }
}

function isOfSite({ isOfPages, isExact, pages, shown }: SiteTime, seen: number): boolean {
  return isExact && !isOfPages && pages.size >= enoughPages && shown >= mostPages * seen;
}

function remember(pages: Set<string>, url: string): void {
  pages.add(url);
  if (pages.size > mostRemembered) for (const oldest of pages) return void pages.delete(oldest);
}

function keyOf(host: string, place: string, words: string): string {
  return `${host}\n${place}\n${words}`;
}

const bothOf = (one: Period, other: Period): Period => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

function ruleOf({ place, words, pages, examples }: SiteTime): TimeRule {
  return {
    kind: 'time',
    id: `time ${place} ${words}`,
    place: placeOf(place, { before: null, after: null }),
    words,
    seenOn: [...pages].slice(0, enoughPages),
    examples,
    evidence: 'the pages of this site say the same moment here',
    isOff: false,
    agreements: 0,
  };
}
