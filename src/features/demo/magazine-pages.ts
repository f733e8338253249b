import { type Article, type Edition, editions, type SectionName, sections } from './magazine-articles.ts';

/** What differs between two answers to the same request. */
interface Moment {
  /** Session id in every link, as PHP adds it for visitors without cookies. */
  readonly session: string;
  readonly now: Date;
  /** Chooses the advert, and the order of the "others read" list. */
  readonly draw: number;
}

const adverts = [
  'Oilskins that outlive their owners. Ask for Number 9.',
  'Tide clocks, hand painted. Slightly wrong on purpose.',
  'Learn knots by post. First lesson free, if you can open it.',
  'Smoked eel. You know where.',
  'Second-hand lighthouses, viewing by appointment.',
];

/** An address of the magazine, with the visitor's session id in it. */
const linkTo = (path: string, { session }: Moment) => `${path}?PHPSESSID=${session}`;

function layout(title: string, main: string, moment: Moment): string {
  const link = (path: string, text: string) => `<a href="${linkTo(path, moment)}">${text}</a>`;
  const sections = ['tides', 'harbours', 'creatures', 'instruments'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · The Tide Table</title>
<link rel="alternate" type="application/rss+xml" title="New articles" href="/feed.xml">
<style>body{font:17px/1.5 Georgia,serif;max-width:40rem;margin:2rem auto;padding:0 1rem}aside{border:1px solid #999;padding:.5rem 1rem}footer{color:#666;font-size:.85em}</style>
</head>
<body>
<header>${link('/', '<img src="/wave.svg" alt="The Tide Table" width="64" height="32">')}
<nav>${sections.map((name) => link(`/${name}`, name)).join(' · ')} · ${link('/about', 'about us')}</nav></header>
<main>
<h1>${title}</h1>
${main}
</main>
<aside class="advert"><p>Advertisement</p><p>${adverts[Math.floor(moment.draw * adverts.length)]}</p></aside>
<footer><p>It is ${moment.now.toISOString().slice(11, 19)} at the pier.</p></footer>
</body>
</html>
`;
}

interface MagazineFile {
  readonly type: string;
  readonly body: string;
}

const html = 'text/html; charset=utf-8';
const frontSlugs = [
  'what-the-wall-remembers',
  'bell-of-the-outer-pier',
  'light-in-the-wake',
  'reading-the-staff',
];

/** The pages of the magazine by path. The broken link on the front page has no entry. */
export function magazinePages(
  edition: Edition,
): ReadonlyMap<string, (moment: Moment, origin: string) => MagazineFile> {
  const articles = editions[edition];
  const ofSection = (name: string) => articles.filter(({ section }) => section === name);
  return new Map([
    ['/', page('The Tide Table', (moment) => frontPage(articles, moment))],
    ['/about', page('About us', aboutUs)],
    // Only the sitemap links to this page.
    ['/first-issue', page('The first issue', (moment) => list(editions.first.slice(0, 3), moment))],
    ...Object.keys(sections).map(
      (name) =>
        [
          `/${name}`,
          page(name, (moment) => sectionPage(name as SectionName, ofSection(name), moment)),
        ] as const,
    ),
    ...articles.map((article) => {
      const siblings = ofSection(article.section);
      return [pathOf(article), page(article.title, (moment) => text(article, siblings, moment))] as const;
    }),
    ...articles.map(
      ({ slug, title, lead }) => [`/print/${slug}`, page(title, () => `<p>${lead}</p>`)] as const,
    ),
    [
      '/feed.xml',
      (_: Moment, origin: string) => ({ type: 'application/rss+xml', body: feed(articles, origin) }),
    ],
    ['/sitemap.xml', (_: Moment, origin: string) => ({ type: 'application/xml', body: sitemap(origin) })],
    ['/robots.txt', (_: Moment, origin: string) => ({ type: 'text/plain', body: robots(origin) })],
    ['/wave.svg', () => ({ type: 'image/svg+xml', body: wave })],
  ]);
}

function page(title: string, main: (moment: Moment) => string) {
  return (moment: Moment): MagazineFile => ({ type: html, body: layout(title, main(moment), moment) });
}

function pathOf({ section, slug }: Article): string {
  return `/${section}/${slug}`;
}

function list(some: readonly Article[], moment: Moment): string {
  const items = some.map(
    (article) =>
      `<li><a href="${linkTo(pathOf(article), moment)}">${article.title}</a>. ${article.lead}</li>`,
  );
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function frontPage(articles: readonly Article[], moment: Moment): string {
  const newest = articles.filter(({ slug }) => frontSlugs.includes(slug));
  return `<p>A small magazine about large movements of water.</p>\n${list(newest, moment)}
<p>Missing: <a href="${linkTo('/the-lost-issue', moment)}">the lost issue</a>.</p>`;
}

function aboutUs(moment: Moment): string {
  return `<p>Written at low water, printed at high. Begin with <a href="${linkTo('/tides', moment)}">the tides</a>.</p>`;
}

function sectionPage(name: SectionName, ofSection: readonly Article[], moment: Moment): string {
  return `<p>${sections[name]}</p>\n${list(ofSection, moment)}`;
}

function text(article: Article, siblings: readonly Article[], moment: Moment): string {
  const next = siblings[(siblings.indexOf(article) + 1) % siblings.length] ?? article;
  return `<p><em>${article.lead}</em></p>
<p>${sections[article.section]} We asked those who stand there at four in the morning, and this is what they said.</p>
<p>Read on: <a href="${linkTo(pathOf(next), moment)}">${next.title}</a>,
or <a href="${linkTo(`/print/${article.slug}`, moment)}">print this</a>.</p>
<h2>Others read</h2>
${list(shuffled(editions.first.slice(8, 12), moment.draw), moment)}`;
}

/** In a different order in every answer. */
function shuffled<T>(items: readonly T[], draw: number): readonly T[] {
  const left = [...items];
  let dice = draw;
  return items.map(() => {
    dice = (dice * 997) % 1;
    return left.splice(Math.floor(dice * left.length), 1)[0] as T;
  });
}

function feed(articles: readonly Article[], origin: string): string {
  const items = articles
    .slice(-5)
    .map(
      (article) =>
        `<item><title>${article.title}</title><link>${origin}${pathOf(article)}</link><description>${article.lead}</description></item>`,
    );
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>The Tide Table</title><link>${origin}/</link><description>New articles</description>
${items.join('\n')}
</channel></rss>
`;
}

function sitemap(origin: string): string {
  const paths = ['/', '/first-issue', ...Object.keys(sections).map((name) => `/${name}`)];
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`;
}

function robots(origin: string): string {
  return `User-agent: *\nDisallow: /print/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

const wave = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"><path d="M0 20q8-16 16 0t16 0 16 0 16 0v12H0z" fill="#246"/></svg>
`;
