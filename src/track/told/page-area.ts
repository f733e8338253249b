import type { Segment } from '../../document/index.ts';
import type { PageArea } from './told-change.ts';

/** Inside these, a header or footer is that of an article, not of the page (HTML, section 4.3). */
const content = new Set(['main', 'article', 'section', 'blockquote', 'td']);

/** The part of the page that a segment belongs to, by the elements around it. */
export function areaOf({ kind, path }: Pick<Segment, 'kind' | 'path'>): PageArea {
  if (kind === 'title' || kind === 'description') return 'head';
  let area: PageArea = 'main';
  let isInContent = false;
  for (const step of path.split('/')) {
    const name = step.replace(/[[#].*/, '');
    if (name === 'nav') return 'navigation';
    if (name === 'aside') return 'sidebar';
    if (name === 'footer' && !isInContent) return 'footer';
    // The navigation of a header is navigation.
    if (name === 'header' && !isInContent) area = 'header';
    isInContent ||= content.has(name);
  }
  return area;
}
