import { picturePlace } from './picture-place.ts';

/** What loads, runs, leads away or hides something. */
const UNWANTED =
  'script, noscript, style, link, meta, base, template, iframe, frame, frameset, object, embed, applet, audio, video, source, track, svg, canvas, dialog';

const KEPT_ATTRIBUTES = new Set([
  'id',
  'class',
  'lang',
  'dir',
  'title',
  'alt',
  'colspan',
  'rowspan',
  'start',
  'type',
  'value',
  'placeholder',
]);

/**
 * A stored page of which nothing is left that could run, load or lead anywhere. It is shown in a frame that forbids all of that once more;
 * ids and classes stay, because selectors speak of them.
 */
export function harmless(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(UNWANTED)) element.remove();
  for (const element of page.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (!KEPT_ATTRIBUTES.has(name)) element.removeAttribute(name);
    if (element.matches('img')) element.setAttribute('src', picturePlace(element.getAttribute('alt') ?? ''));
    if (element.matches('input, button, select, textarea')) element.setAttribute('disabled', '');
  }
  return page;
}
