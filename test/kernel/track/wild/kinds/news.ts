import type { Random } from '../../../../sites/session-sites/random.ts';
import { draftPage, draftSections } from '../first-pages.ts';
import { ago, box, dayOf, drawSections, timeOf } from '../frame.ts';
import { escapeText, grouped, headline, sentence } from '../prose.ts';
import type { Scene, WildKind } from '../wild-kind.ts';
import { isShown, onShelf, type WildPage } from '../wild-page.ts';

const shelves = ['/politics', '/culture', '/sport'];
const hour = 3_600_000;

/** A newspaper: teasers, adverts from a small pool, most read, tickers, counters. */
export const news: WildKind = {
  name: 'news',
  idleFields: [],
  habits: [
    'relative times',
    'most read',
    'adverts',
    'two adverts',
    'ticker',
    'weather',
    'stocks',
    'comment counts',
    'newsletter box',
    'variants',
    'paywall',
    'read counter',
    'breaking bar',
  ],
  edits: [],
  first: (random, count, startsAt) => ({
    pages: [
      draftPage(random, {
        key: '/',
        template: 'home',
        shelf: '',
        title: 'The Morning Post',
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
      draftPage(random, { key: '/about', template: 'plain', shelf: '', sections: draftSections(random, 2) }),
      ...Array.from({ length: count - 5 }, (_, at) => {
        const shelf = random.pick(shelves);
        const writtenAt = startsAt - random.between(1, 80) * hour;
        return draftPage(random, {
          key: `${shelf}/${1000 + at}`,
          template: 'item',
          shelf,
          title: `${headline(random)} ${at}`,
          sections: draftSections(random, random.between(1, 3)),
          writtenAt,
        });
      }),
    ],
  }),
  render: (scene) => {
    const { page, site } = scene;
    return `<!doctype html>
<html lang="en"><head><title>${escapeText(page.title)} - The Morning Post</title></head><body>
${box(site.layout, 'header', topOf(scene))}
${box(site.layout, 'main', mainOf(scene))}
${box(site.layout, 'aside', sideOf(scene))}
${box(site.layout, 'footer', `<p>The Morning Post, 12 Harbour Street</p><p>${scene.noise.byClock((now) => dayOf(now))}</p>`)}
</body></html>`;
  },
};

function topOf({ site, noise }: Scene): string {
  const parts = [
    `<nav>${['/', ...shelves, '/about'].map((to) => `<a href="${to}">${to.slice(1) || 'home'}</a>`).join(' ')}</nav>`,
  ];
  if (site.has('ticker'))
    parts.push(
      noise.anew((random) => `<div class="ticker">${timeOf(site.startsAt)} ${sentence(random)}</div>`),
    );
  if (site.has('weather'))
    parts.push(
      noise.anew(
        (random) => `<p>Weather: ${random.between(11, 24)} °C, wind ${random.between(2, 40)} km/h</p>`,
      ),
    );
  if (site.has('breaking bar'))
    parts.push(noise.sometimes(0.1, (random) => `<p class="breaking">Breaking: ${sentence(random)}</p>`));
  return parts.join('\n');
}

function mainOf(scene: Scene): string {
  const { page, site, noise } = scene;
  const parts = [`<h1>${escapeText(page.title)}</h1>`];
  if (page.template === 'item') {
    const when = site.has('relative times')
      ? noise.byClock((now) => ago(page.writtenAt, now))
      : timeOf(page.writtenAt);
    const comments = site.has('comment counts')
      ? noise.anew((random) => ` · ${random.between(3, 400)} comments`)
      : '';
    parts.push(`<p class="by">By our reporter, ${when}${comments}</p>`);
    if (site.has('read counter'))
      parts.push(
        `<p>Report no. ${page.number}, read ${noise.counted((count) => grouped(1200 + 7 * count))} times</p>`,
      );
    else parts.push(`<p>Report no. ${page.number}</p>`);
    if (site.has('paywall'))
      parts.push(
        noise.forVisitor(
          'paywall',
          (_, seen) => `<div>You have ${5 - seen.length} free articles left this month.</div>`,
        ),
      );
  }
  const sections = drawSections(page.sections, (to) => to);
  const advert = site.has('two adverts') ? noise.anew((random) => advertOf(site.adverts, random)) : '';
  // Between the first paragraphs, as publishers do.
  parts.push(sections.replace('</p>\n', () => `</p>\n${advert}`));
  if (site.has('newsletter box'))
    parts.push(
      noise.everyNth(
        3,
        () =>
          '<div class="box"><p>Never miss a story: our newsletter.</p><form action="/subscribe"><input name="mail"></form></div>',
      ),
    );
  if (page.template === 'home' || page.template === 'list') parts.push(teasersOf(scene));
  return parts.join('\n');
}

function teasersOf({ page, state, site, noise }: Scene): string {
  const shown =
    page.template === 'list'
      ? onShelf(state, page.key)
      : shelves.flatMap((shelf) => onShelf(state, shelf).slice(0, 4));
  return shown
    .map((one) => {
      const when = site.has('relative times')
        ? `<span>${noise.byClock((now) => ago(one.writtenAt, now))}</span>`
        : '';
      const comments = site.has('comment counts')
        ? noise.anew((random) => `<span>${random.between(3, 400)} comments</span>`)
        : '';
      return `<article><h2><a href="${one.key}">${escapeText(one.title)}</a></h2><p>${when} ${comments}</p></article>`;
    })
    .join('\n');
}

function sideOf({ page, state, site, noise }: Scene): string {
  const parts: string[] = [];
  if (site.has('adverts')) parts.push(noise.anew((random) => advertOf(site.adverts, random)));
  if (page.notice !== '') parts.push(`<p>${escapeText(page.notice)}</p>`);
  if (site.has('most read'))
    parts.push(`<h3>Most read</h3>${noise.anew((random) => mostRead(state.pages, random))}`);
  if (site.has('stocks'))
    parts.push(
      noise.anew(
        (random) =>
          `<table><tr><td>Index</td><td>${grouped(random.between(17_000, 18_999))}</td></tr><tr><td>Gold</td><td>${random.between(1900, 2100)}.${random.between(10, 99)}</td></tr></table>`,
      ),
    );
  if (site.has('variants'))
    parts.push(
      noise.forVisitor('variant', (random) =>
        random.pick([
          '<p><a href="/about">Who we are</a></p>',
          '<p><a href="/about">Read about the people who make this paper</a></p>',
        ]),
      ),
    );
  parts.push('<p>Write to us: post@example.org</p>');
  return parts.join('\n');
}

const advertOf = (adverts: readonly string[], random: Random): string => {
  const at = random.below(adverts.length);
  return `<div class="ad"><p><a href="https://ads.example.com/go/${at}">${escapeText(adverts[at] ?? '')}</a></p></div>`;
};

/** Five of the dozen most-read articles; which ones, and in which order, changes all the time. */
function mostRead(pages: readonly WildPage[], random: Random): string {
  const articles = pages.filter((page) => page.template === 'item' && isShown(page)).slice(0, 12);
  const shown = random.shuffle(articles).slice(0, 5);
  return `<ol>${shown.map(({ key, title }) => `<li><a href="${key}">${escapeText(title)}</a></li>`).join('')}</ol>`;
}
