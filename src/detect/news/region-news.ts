import {
  type RegionPage,
  regionCutter,
  regionPage,
  type Segment,
  segmentHtml,
} from '../../document/index.ts';
import type { RegionNews } from '../model/page-news.ts';

/** The HTML of a page; null when it is not HTML, or not known. */
export interface PageSources {
  readonly now: string | null;
  readonly before: string | null;
}

/** Cuts regions out of a page, each selector once. All selectors share the steps of the page: a hundred costly ones take no longer than one. */
export function regionReader({ now, before }: PageSources): (selector: string) => RegionNews | null {
  const known = new Map<string, RegionNews | null>();
  const pages = new Map<string, RegionPage>();
  const pageOf = (html: string): RegionPage => {
    const page = pages.get(html) ?? regionPage(html);
    pages.set(html, page);
    return page;
  };
  const read = (selector: string): RegionNews | null => {
    const cut = regionCutter({ only: [selector], ignore: [] });
    const leaves = (html: string | null): readonly Segment[] | null => {
      const region = html === null ? null : cut(pageOf(html));
      return region === null ? null : segmentHtml(Buffer.from(region)).leaves;
    };
    const current = leaves(now);
    return current === null ? null : { now: current, before: leaves(before) };
  };
  return (selector) => {
    const found = known.get(selector);
    if (found !== undefined) return found;
    const made = read(selector);
    known.set(selector, made);
    return made;
  };
}
