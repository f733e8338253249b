/** What differs between two answers to the same request. */
export interface Moment {
  /** In every link, as PHP does for visitors without cookies. */
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
export const linkTo = (path: string, { session }: Moment) => `${path}?PHPSESSID=${session}`;

export function layout(title: string, main: string, moment: Moment): string {
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
