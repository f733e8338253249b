import { pageEdit } from '../edits/wild-edit.ts';
import { draftPage, draftSections } from '../first-pages.ts';
import { ago, box, drawSections } from '../frame.ts';
import { escapeText, headline } from '../prose.ts';
import type { Scene, WildKind } from '../wild-kind.ts';
import { isShown, onShelf } from '../wild-page.ts';

const shelves = ['/guide', '/reference'];
const hex = '0123456789abcdef';
const day = 86_400_000;

const anchor = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** A wiki or a handbook: revisions, tables of contents, build hashes, banners. */
export const docs: WildKind = {
  name: 'docs',
  idleFields: ['build', 'oldid'],
  habits: [
    'last modified',
    'served by',
    'contents',
    'build hash',
    'version banner',
    'page views',
    'feedback token',
    'random page',
    'search session',
    'tip of the moment',
  ],
  edits: [
    pageEdit('a section added', (page, random) => ({
      ...page,
      sections: [...page.sections, ...draftSections(random, 1)],
    })),
    pageEdit('a title', (page, random) =>
      page.template === 'item' ? { ...page, title: `${headline(random)} (revised)` } : null,
    ),
  ],
  first: (random, count, startsAt) => ({
    pages: [
      draftPage(random, {
        key: '/',
        template: 'home',
        shelf: '',
        title: 'Handbook',
        sections: draftSections(random, 1),
      }),
      ...shelves.map((key) =>
        draftPage(random, {
          key,
          template: 'list',
          shelf: '',
          title: key.slice(1),
          sections: draftSections(random, 1),
        }),
      ),
      ...Array.from({ length: count - 3 }, (_, at) => {
        const shelf = random.pick(shelves);
        return draftPage(random, {
          key: `${shelf}/${100 + at}`,
          template: 'item',
          shelf,
          title: `${headline(random)} ${at}`,
          sections: draftSections(random, random.between(2, 4)),
          writtenAt: startsAt - random.between(2, 400) * day,
        });
      }),
    ],
  }),
  render: (scene) => {
    const { page, site, noise } = scene;
    // A new build at every visit: its files have new names and the same content.
    const build = site.has('build hash') ? noise.byClock((now) => Math.floor(now / day).toString(16)) : '1';
    return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeText(page.title)} — Handbook</title>
<link rel="stylesheet" href="/assets/site.${build}.css"><script src="/assets/site.${build}.js" defer></script></head><body>
${box(site.layout, 'header', topOf(scene))}
${box(site.layout, 'main', bodyOf(scene))}
${box(site.layout, 'footer', bottomOf(scene))}
</body></html>`;
  },
};

function topOf({ site, noise }: Scene): string {
  const links = ['/', ...shelves].map((to) => `<a href="${to}">${to.slice(1) || 'start'}</a>`).join(' ');
  const banner = site.has('version banner')
    ? noise.sometimes(0.5, () => '<p class="banner">You are reading the latest version of this handbook.</p>')
    : '';
  const search = site.has('search session')
    ? `<form action="/search"><input type="hidden" name="sid" value="${noise.forVisitor('search', (random) => random.text(hex, 24))}"><input name="q"></form>`
    : '';
  return `<nav>${links}</nav>${search}${banner}`;
}

function bodyOf({ page, state, site, noise }: Scene): string {
  const parts = [`<h1>${escapeText(page.title)}</h1>`];
  if (site.has('contents'))
    parts.push(
      `<ul class="toc">${page.sections.map(({ heading }) => `<li><a href="#${anchor(heading)}">${escapeText(heading)}</a></li>`).join('')}</ul>`,
    );
  parts.push(drawSections(page.sections, (to) => to));
  if (page.template === 'list' || page.template === 'home') {
    const shown =
      page.template === 'list'
        ? onShelf(state, page.key)
        : state.pages.filter((one) => one.template === 'list');
    parts.push(
      `<ul>${shown.map(({ key, title }) => `<li><a href="${key}">${escapeText(title)}</a></li>`).join('')}</ul>`,
    );
  }
  if (site.has('tip of the moment'))
    parts.push(
      `<div class="tip"><b>Tip</b> ${noise.anew((random) => escapeText(random.pick(site.adverts)))}</div>`,
    );
  if (page.notice !== '') parts.push(`<div class="note">${escapeText(page.notice)}</div>`);
  return parts.join('\n');
}

function bottomOf({ page, state, site, noise }: Scene): string {
  const parts: string[] = [];
  if (site.has('last modified') && page.template === 'item')
    parts.push(
      `<p>Last modified ${noise.byClock((now) => ago(page.writtenAt, now))}. Revision ${page.number}.</p>`,
    );
  else parts.push(`<p>Revision ${page.number}.</p>`);
  if (site.has('page views'))
    parts.push(
      `<p>Document ${page.number} was accessed ${noise.counted((count) => String(310 + count))} times</p>`,
    );
  if (site.has('served by'))
    parts.push(
      noise.anew(
        (random) =>
          `<p>Served by node ${random.pick(['a', 'b', 'c'])}${random.between(1, 9)} in ${random.between(20, 300)} ms</p>`,
      ),
    );
  if (site.has('feedback token'))
    parts.push(
      `<p>Was this helpful? <a rel="nofollow" href="/vote?page=${page.number}&amp;t=${noise.anew((random) => random.text(hex, 20))}">Yes</a></p>`,
    );
  if (site.has('random page')) {
    const pages = state.pages.filter((one) => one.template === 'item' && isShown(one));
    parts.push(
      `<p>${noise.anew((random) => `<a href="${random.pick(pages).key}">A page at random</a>`)}</p>`,
    );
  }
  return parts.join('\n');
}
