import { createHash } from 'node:crypto';
import type { Fate, PageDraft, SiteParts } from '../site-parts.ts';

/** Bytes that are the same for the same name; nobody looks inside. */
const picture = (name: string): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), createHash('sha512').update(name).digest()]);

/** What a page embeds: no page of its own, and fetched only when the crawl is told to. */
export function embed(site: SiteParts, page: PageDraft): void {
  const number = site.next();
  const wants = (which: 'images' | 'all'): Fate =>
    site.place.assets === 'all' || site.place.assets === which ? 'kept' : 'never';
  const image = (name: string, fate: Fate = wants('images')): string => {
    const target = `/assets/${number}/${name}.png`;
    site.document(target, 'image/png', () => picture(target), { fate });
    return target;
  };
  const other = (name: string, type: string, body: string): string => {
    const target = `/assets/${number}/${name}`;
    site.document(target, type, () => Buffer.from(body), { fate: wants('all') });
    return target;
  };
  page.head(`<link rel="icon" href="${image('icon')}">`);
  page.add(
    `<img src="${image('src')}" srcset="${image('small')} 480w, ${image('large')} 2x">` +
      `<picture><source srcset="${image('wide')}"></picture>` +
      `<video poster="${image('poster')}" src="${other('film.mp4', 'video/mp4', 'film')}"></video>`,
  );
  page.head(`<script src="${other('code.js', 'text/javascript', `"/never/in-script";`)}"></script>`);
  page.head(`<style>body { background: url(${image('style', wants('all'))}) }</style>`);
  page.add(`<p style="background: url('${image('attribute', wants('all'))}')">`);
  other('more.css', 'text/css', `a { background: url("../${number}/imported.png") }`);
  image('imported', wants('all'));
  const sheet = `@import "more.css"; b { background: url(sheet.png) } /* url(/never/in-css-comment) */`;
  image('sheet', wants('all'));
  page.head(`<link rel="stylesheet" href="${other('sheet.css', 'text/css', sheet)}">`);
}
