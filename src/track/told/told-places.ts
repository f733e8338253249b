import type { Segment } from '../../document/index.ts';
import { areaOf } from './page-area.ts';
import type { PageArea, ToldPlace } from './told-change.ts';

/** Headings further above are those of other chapters. */
const mostHeadings = 60;
const longestHeading = 200;

/** A heading on the way through a page. */
interface PassedHeading {
  readonly text: string;
  readonly area: PageArea;
  /** The path of the element that has it. */
  readonly element: string;
  /** Whether that element has more than the heading: then the heading is about this and nothing else, as on a card. */
  hasText: boolean;
}

/** The places of some segments of one version, in one pass over the page. */
export function placesOf(
  segments: readonly Segment[],
  wanted: ReadonlySet<Segment>,
): ReadonlyMap<Segment, ToldPlace> {
  const places = new Map<Segment, ToldPlace>();
  const headings: PassedHeading[] = [];
  for (const segment of segments) {
    if (places.size === wanted.size) break;
    const last = headings.at(-1);
    if (last !== undefined && segment.kind !== 'heading' && isInside(segment.path, last.element))
      last.hasText = true;
    if (wanted.has(segment)) places.set(segment, placeUnder(headings, segment));
    if (segment.kind !== 'heading') continue;
    headings.push(passed(segment));
    if (headings.length > mostHeadings) headings.shift();
  }
  return places;
}

/** Documentation puts a sign for its own link behind every heading: a pilcrow, or a letter that only its own font knows. */
const linkSigns = /[\s\p{Co}¶]+$/u;

function passed(heading: Segment): PassedHeading {
  const { path } = heading;
  return {
    text: heading.text.replace(linkSigns, '').slice(0, longestHeading),
    area: areaOf(heading),
    element: path.slice(0, Math.max(path.lastIndexOf('/'), 0)),
    hasText: false,
  };
}

/** The heading that shares most of the elements around the segment; of several, the last. */
function placeUnder(headings: readonly PassedHeading[], segment: Segment): ToldPlace {
  const { path } = segment;
  const area = areaOf(segment);
  let [found, most]: [string | null, number] = [null, -1];
  for (const heading of headings) {
    if (heading.area !== area) continue;
    if (heading.hasText && !isInside(path, heading.element)) continue;
    const shared = sharedSteps(path, heading.element);
    if (shared < most) continue;
    [found, most] = [heading.text, shared];
  }
  return { area, heading: area === 'head' ? null : found };
}

function isInside(path: string, element: string): boolean {
  return element === '' || path.startsWith(`${element}/`);
}

function sharedSteps(path: string, element: string): number {
  const [steps, others] = [path.split('/'), element === '' ? [] : element.split('/')];
  const differs = others.findIndex((step, place) => step !== steps[place]);
  return differs < 0 ? others.length : differs;
}
