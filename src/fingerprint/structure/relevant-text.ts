import type { PageElement } from '../comparable-content.ts';
import { isSeen, regionOf } from './element-facts.ts';
import type { Region } from './part.ts';
import { classesOf } from './wording.ts';

/** Class names and ids of adverts. */
const advert =
  /^(?:ads?|advert.*|adsbygoogle|ad-.*|ads-.*|.*-ads?|.*[-_]advert.*|google_ads.*|sponsor.*|banner-ad|promo)$/i;

const clock = /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\b)?/gi;
const age = /\b(?:\d+|an?|one)\s+(?:seconds?|minutes?|hours?)\s+ago\b|\bjust now\b/gi;
const duration = /\b\d+(?:[.,]\d+)?\s*(?:ms|msec|milliseconds?|seconds?|secs?)\b/gi;
const counter =
  /\b[\d.,]+(?=\s+(?:visits?|visitors?|hits|views|online|guests?|users online)\b)|(?<=\b(?:visits?|visitors?|hits|views|online|counter|guests?)\s*(?:no\.?|number|#|:)?\s*)[\d.,]+/gi;

interface RelevantText {
  /** In the order of the page. */
  readonly main: readonly string[];
  /** Text of the frame that all pages of a site share: menus, headers, footers. */
  readonly shell: readonly string[];
}

/** The visible text of a page, without adverts, clocks, ages, durations and counters of visitors. */
export function relevantText(tree: PageElement): RelevantText {
  const main: string[] = [];
  const shell: string[] = [];
  const waiting: (readonly [PageElement | string, Region])[] = [[tree, 'main']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, outer] = next;
    if (typeof node === 'string') {
      (outer === 'shell' ? shell : main).push(withoutNoise(node));
      continue;
    }
    const classes = classesOf(node.attributes);
    if (!isSeen(node) || [...classes, node.attributes['id'] ?? ''].some((name) => advert.test(name)))
      continue;
    const region = regionOf(node, classes, outer);
    const value = filledIn(node);
    if (value !== '') (region === 'shell' ? shell : main).push(withoutNoise(value));
    for (const child of node.children.toReversed()) waiting.push([child, region]);
  }
  return { main, shell };
}

/** The visible text in a field, or on a button that has no text of its own. */
function filledIn({ name, attributes }: PageElement): string {
  if (name !== 'input' || /^(?:checkbox|radio|password)$/i.test(attributes['type'] ?? '')) return '';
  return attributes['value'] ?? '';
}

function withoutNoise(text: string): string {
  if (!/\d|ago|now/.test(text)) return text;
  return text.replace(clock, ' ').replace(age, ' ').replace(duration, ' ').replace(counter, ' ');
}
