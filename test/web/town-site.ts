import { createServer } from 'node:http';

/** A second site beside the magazine: other scripts, long addresses, a page that goes and one that fails. */
export interface TownSite {
  readonly url: string;
  /** The town writes on. */
  moveOn(): void;
  close(): Promise<void>;
}

const long =
  '/archiv/bekanntmachungen/2026/11/neufassung-der-hafenbenutzungsordnung-einschliesslich-der-anlagen-und-gebuehrenverzeichnisse.html';
const names = [
  ['/', 'Hafenstadt · Port town · 港町', 'de'],
  ['/%E6%B8%AF/%E6%BD%AE%E4%BD%8D.html', '港の潮位', 'ja'],
  ['/ar/%D9%85%D9%8A%D9%86%D8%A7%D8%A1.html', 'مواعيد الميناء', 'ar'],
  ['/pl/pogoda.html', 'Pogoda na przystani', 'pl'],
  [long, 'Neufassung der Hafenbenutzungsordnung', 'de'],
  ['/notices/crane.html', 'Notice: crane', 'en'],
] as const;

const texts: Readonly<Record<string, readonly [string, string]>> = {
  '/%E6%B8%AF/%E6%BD%AE%E4%BD%8D.html': [
    '本日の満潮は午前六時十二分、潮位は百八十センチです。見学は無料です。',
    '本日の満潮は午前六時十二分、潮位は二百十センチです。見学は無料です。',
  ],
  '/ar/%D9%85%D9%8A%D9%86%D8%A7%D8%A1.html': [
    'تغادر العبارة الأولى في الساعة السابعة صباحا من الرصيف الشمالي.',
    'تغادر العبارة الأولى في الساعة الثامنة صباحا من الرصيف الشمالي.',
  ],
  '/pl/pogoda.html': [
    'Wiatr zachodni, siła czwarta. Przystań jest otwarta do dwudziestej pierwszej.',
    'Wiatr zachodni, siła szósta. Przystań jest zamknięta do odwołania.',
  ],
  [long]: [
    'Liegegebühren werden je angefangene Woche erhoben. Die Gebühr beträgt 18,00 Euro je Meter.',
    'Liegegebühren werden je angefangene Woche erhoben. Die Gebühr beträgt 19,50 Euro je Meter.',
  ],
  '/notices/crane.html': [
    'The crane is out of order until Friday.',
    'The crane is out of order until Friday.',
  ],
};

export async function startTownSite(): Promise<TownSite> {
  let edition: 0 | 1 = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = names.find(([known]) => known === path);
    if (page === undefined || (edition === 1 && path === '/notices/crane.html'))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
    const links = names.map(([at, title]) => `<li><a href="${at}">${title}</a></li>`).join('');
    const text = texts[path]?.[edition] ?? 'Welcome to the town and its harbour.';
    const hours = edition === 0 ? 'from 9 to 17' : 'from 8 to 18';
    const body = `<!doctype html><html lang="${page[2]}"><head><meta charset="utf-8"><title>${page[1]}</title></head>
<body><nav><ul>${links}</ul></nav><main><h1>${page[1]}</h1><p>${text}</p></main><footer>The harbour office is open ${hours}.</footer></body></html>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    moveOn: () => {
      edition = 1;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
