/** Elements that load, run or hide something, or lead away. */
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
 * A stored page without anything that could run, load or lead away. The frame that shows it forbids all of that, too. Ids and classes stay, because
 * selectors use them.
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

const CHARACTER = 7;
const WIDEST = 320;
const HEIGHT = 28;

/** A grey box with the alternative text of a picture. Without it, browsers show the sign of a broken picture. */
function picturePlace(words: string): string {
  const said = words.trim() === '' ? 'picture' : words.trim();
  const width = Math.min(24 + CHARACTER * [...said].length, WIDEST);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}">
    <rect width="100%" height="100%" rx="4" fill="#eef3f5"/>
    <text x="12" y="19" font-family="system-ui, sans-serif" font-size="13" fill="#50646e">${escaped(said)}</text>
  </svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

const escaped = (text: string): string =>
  // Characters that XML does not allow would leave the box empty.
  text
    .replace(/[^\P{C}\t]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
