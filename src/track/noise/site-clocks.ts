import { type ClockLocation, clockLocation, isOneLocation, lengthMovedOn } from '../clock/page-clocks.ts';
import { type DoubtfulTime, doubtfulTimes, saysNow } from '../clock/same-times.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { placeOf } from './rule-place.ts';
import type { ClockRule, VolatileRule } from './volatile-rule.ts';

/** Number of pages that must show the day of their visit at one location. */
const enoughPages = 3;
/** Locations and addresses that are remembered. */
const mostLocations = 2000;
const mostPages = 8;
/** Longer texts say many things. In characters. */
const longestText = 500;

/** A date has digits, and the name of a day stands alone. */
const mayShowDate = (text: string): boolean => text.length <= longestName || /\p{Nd}/u.test(text);
const longestName = 30;

interface SeenClock {
  readonly rule: Omit<ClockRule, 'seenOn'>;
  /** Some pages that say the time of their visit, or any length of time, by address. */
  readonly pages: Map<string, ClockRule['seenOn'][number]>;
  /** Pages on which a length of time moved on with the clock since an earlier visit. */
  readonly moved: Set<string>;
  /** A page shows that it is no clock. */
  isRefuted: boolean;
  isLearned: boolean;
}

/** A page as one fetch showed it. */
interface ShownPageAt {
  readonly url: string;
  readonly host: string;
  readonly snapshot: Snapshot;
}

/**
 * Finds the locations where all pages of a site say the day or the hour of their visit: "16 November 2026" in every header is a clock.
 * One page that shows another day proves that it is a deadline instead. A length of time is a clock if it moves on with the clock on
 * several pages, and a delivery time if it moves on one page and stays on another.
 */
export class SiteClocks {
  readonly #seen = new Map<string, SeenClock>();

  /** Notes the times on a page. Returns where there may be clocks, according to all pages so far. */
  observe({ url, host, snapshot: { segments, at } }: ShownPageAt): readonly ClockRule[] {
    if (at === null) return [];
    const learned: ClockRule[] = [];
    for (const { path, text } of segments) {
      if (text.length > longestText || !mayShowDate(text)) continue;
      for (const time of doubtfulTimes(text, at)) {
        const seen = this.#note(host, path, text, time);
        if (time.kind === 'date' && !saysNow(time.reading, at)) seen.isRefuted = true;
        else if (seen.pages.size < mostPages) seen.pages.set(url, { url, text, at });
        if (seen.isLearned || seen.isRefuted || seen.pages.size < enoughPages) continue;
        seen.isLearned = true;
        learned.push({
          ...seen.rule,
          examples: [seen.rule.examples[0], text],
          seenOn: [...seen.pages.values()],
        });
      }
    }
    return learned.filter((rule) => !this.isRefuted(host, rule));
  }

  /** Compares the current times of a page with those that a rule has stored for it. */
  compare({ url, host, snapshot: { segments, at } }: ShownPageAt, rule: ClockRule): void {
    const before = rule.seenOn.find((one) => one.url === url);
    if (at === null || before === undefined || rule.time.kind === 'date') return;
    const now = segments.find(({ path, text }) =>
      doubtfulTimes(text, at).some((time) => isOneLocation(clockLocation(path, time), locationOf(rule))),
    );
    if (now === undefined) return;
    const seen = this.#note(host, now.path, now.text, rule.time);
    const verdict = lengthMovedOn(before, { text: now.text, at });
    if (verdict === 'moved') seen.moved.add(url);
    if (verdict === 'stayed') seen.isRefuted = true;
  }

  #note(host: string, path: string, text: string, time: DoubtfulTime): SeenClock {
    const location = clockLocation(path, time);
    const id = `clock ${location.path} ${time.kind} ${time.word}`;
    const known = this.#seen.get(`${host}\n${id}`);
    if (known !== undefined) return known;
    const rule = {
      kind: 'clock',
      id,
      place: placeOf(location.path, { before: null, after: null }),
      time: location.time,
      examples: [text, text],
      evidence:
        time.kind === 'date'
          ? 'all pages say the time of their visit here'
          : 'the time moved on here on other pages, too',
      isOff: false,
      agreements: 0,
    } as const;
    const first: SeenClock = { rule, pages: new Map(), moved: new Set(), isRefuted: false, isLearned: false };
    if (this.#seen.size < mostLocations) this.#seen.set(`${host}\n${id}`, first);
    return first;
  }

  /** Whether a page of this run shows that there is no clock. */
  isRefuted(host: string, { id }: ClockRule): boolean {
    return this.#seen.get(`${host}\n${id}`)?.isRefuted ?? false;
  }

  /** Whether another page of this run shows the clock, too. */
  isSaidByOther(url: string, host: string, { id, time }: ClockRule): boolean {
    const seen = this.#seen.get(`${host}\n${id}`);
    if (seen === undefined) return false;
    const pages = time.kind === 'date' ? seen.pages : seen.moved;
    return pages.size > (pages.has(url) ? 1 : 0);
  }
}

const locationOf = ({ place, time }: ClockRule): ClockLocation => ({ path: place.path, time });

/** The rule that a location shows a clock. */
export function clockRuleAt(rules: readonly VolatileRule[], location: ClockLocation): ClockRule | undefined {
  return rules.find(
    (rule): rule is ClockRule =>
      rule.kind === 'clock' && !rule.isOff && isOneLocation(locationOf(rule), location),
  );
}
