import { escaped } from '../html/document.ts';
import { readableAddress } from '../readable-address.ts';
import { type Box, differingRegions } from './differing-regions.ts';
import { type Pixels, readPng } from './png.ts';

interface PicturedPage {
  readonly file: string;
  readonly url: string;
  readonly identity: string;
}

/** Pictures of a page that has changed, as PNG. */
export interface ChangedPictures {
  readonly page: PicturedPage;
  /** Null when none was taken of the version before. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array;
}

/** Pages whose pictures are shown, and bytes of all of them: a browser must still open the report. */
const mostPages = 40;
const mostBytes = 24_000_000;
/** So many are seen at once; the others open with a click. */
const mostOpen = 5;

/** Before and after, side by side, with boxes around what differs. */
export async function* picturesHtml(pictures: AsyncIterable<ChangedPictures>): AsyncGenerator<string> {
  let [shown, bytes, left] = [0, 0, 0];
  for await (const { page, before, after } of pictures) {
    bytes += after.length + (before?.length ?? 0);
    if (shown >= mostPages || bytes > mostBytes) {
      left++;
      continue;
    }
    if (shown === 0) yield '<section aria-labelledby="pictures">\n<h2 id="pictures">Before and after</h2>\n';
    shown++;
    yield card(page, before, after, shown <= mostOpen);
  }
  if (left > 0) yield `<p class="note">The pictures of ${left} more pages are left out.</p>\n`;
  if (shown > 0) yield '</section>\n';
}

function card(page: PicturedPage, before: Uint8Array | null, after: Uint8Array, isOpen: boolean): string {
  const [old, now] = [before === null ? null : readPng(before), readPng(after)];
  const marked = old === null || now === null ? { before: [], after: [] } : differingRegions(old, now);
  const name = escaped(readableAddress(page.identity));
  const figures = [
    before === null || old === null ? '' : figure('Before', name, before, old, marked.before, 'removed'),
    now === null ? '' : figure('After', name, after, now, marked.after, 'added'),
  ];
  return `<details class="entry"${isOpen ? ' open' : ''}><summary><h3><bdi>${name}</bdi></h3></summary><div class="shots">${figures.join('')}</div></details>\n`;
}

/** A drawing around the picture, because the policy allows no style attributes. */
function figure(
  title: string,
  name: string,
  png: Uint8Array,
  { width, height }: Pixels,
  boxes: readonly Box[],
  kind: 'added' | 'removed',
): string {
  const data = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
  const marks = boxes.map(
    (box) => `<rect class="${kind}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"/>`,
  );
  return `<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${name}"><image href="data:image/png;base64,${data}" width="${width}" height="${height}"/>${marks.join('')}</svg></figure>`;
}

export const picturesStyle = `
.shots { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; margin-top: 0.8rem; }
.shots figure { margin: 0; }
.shots figcaption { margin-bottom: 0.3rem; color: var(--soft); font-size: 0.85rem; }
.shots svg { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 0.3rem; }
.shots rect { fill: none; stroke-width: 4; }
.shots rect.added { stroke: var(--added); } .shots rect.removed { stroke: var(--removed); }
`;
