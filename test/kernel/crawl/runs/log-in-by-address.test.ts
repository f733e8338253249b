import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addProject } from '../../../../src/crawl/projects/add-project.ts';
import { reportRun } from '../../../../src/features/reports/report-run.ts';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

const books = ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel'];
const maps = ['bay', 'cape', 'fjord', 'reef'];

const form = 'form: { fill: { name: kim, word: sesame } }';
const entered =
  'session: { login: { open: /gate, form: { fill: { name: kim, word: sesame } } }, loggedInWhen: Leave }';
const walked = `steps:
  - { name: gate, open: /gate, ${form}, collect: no }
  - { name: shelf, follow: Books, collect: no }
  - { name: found, form: { fill: { find: e } } }
  - { name: back, follow: Hall, collect: no }
  - { name: charts, follow: Maps }
session: { login: gate, loggedInWhen: Leave }`;

interface Given {
  /** The name of the id in addresses. */
  readonly name: string;
  /** The project's lines about its session and steps. */
  readonly project: string;
  /** A log-in gives a new id and ends the session before; otherwise the id of the form becomes a member's. */
  readonly isStrict: boolean;
  /** The session ends after so many requests of a visit. */
  readonly endsAfter?: number;
}

/** Tracks a library whose sessions are in its addresses only; before the last visit one book is edited. */
async function trackedLibrary(visits: number, { name, project: lines, isStrict, endsAfter }: Given) {
  const members = new Set<string>();
  let logIns = 0;
  let requests = 0;
  let visit = 0;
  const site = await siteForThisTest(({ target }, response) => {
    const url = new URL(target, 'http://a');
    const { pathname, searchParams } = url;
    let id = searchParams.get(name) ?? randomBytes(12).toString('hex');
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    const link = (to: string, text: string) => `<a href="${to}?${name}=${id}">${text}</a>`;
    if (pathname === '/robots.txt') return void response.writeHead(404).end();
    if (pathname === '/enter' && searchParams.get('word') === 'sesame') {
      logIns++;
      if (isStrict) {
        members.clear();
        id = randomBytes(12).toString('hex');
      }
      members.add(id);
    } else if (endsAfter !== undefined && ++requests === endsAfter) members.clear();
    if (!members.has(id)) {
      return void html(
        `<title>Gate</title><p>${link('/', 'Hall')} ${link('/hours', 'Hours')}</p><form action="/enter"><input type=hidden name="${name}" value="${id}"><input name=name><input name=word type=password><button>Go</button></form>`,
      );
    }
    const top = `<nav>${link('/', 'Hall')} ${link('/books', 'Books')} ${link('/maps', 'Maps')} ${link('/leave', 'Leave')}</nav>`;
    const [, kind = '', item = ''] = pathname.split('/');
    const text =
      visit === visits && item === 'elm' ? 'was lent to the harbour master' : 'stands on its shelf';
    const list = (folder: string, items: readonly string[]) =>
      items.map((one) => `<p>${link(`/${folder}/${one}`, one)}</p>`).join('');
    if (item !== '')
      return void html(`<title>${item}</title>${top}<h1>${item}</h1><p>The ${item} ${text}.</p>`);
    const find = searchParams.get('find') ?? '';
    const search = `<form action="/books"><input type=hidden name="${name}" value="${id}"><input name=find><button>Search</button></form>`;
    const content =
      kind === 'books'
        ? search +
          list(
            'books',
            books.filter((one) => one.includes(find)),
          )
        : kind === 'maps'
          ? list('maps', maps)
          : '<p>Welcome, Kim.</p>';
    return void html(`<title>Library</title>${top}<h1>Library ${kind}</h1>${content}`);
  });
  const store = await storeForThisTest();
  const text = `name: library\nsource: ${site.origin}/\n${lines}\n`;
  const { project } = await addProject(store, { text, fileName: 'library.yaml', folder: '/tmp' });
  const seen = [];
  for (visit = 1; visit <= visits; visit++) {
    [logIns, requests] = [0, 0];
    await runSite(store, { project: 'library', url: null, visits: 'changes', environment: () => 'sesame' });
    const { notices, totals, pages } = await reportRun(store, project, { run: visit });
    const updated = await Array.fromAsync(pages(['UPD']));
    seen.push({
      logIns,
      notices,
      totals: { ...totals },
      updated: updated.map(({ url }) => new URL(url).pathname),
    });
  }
  return seen;
}

describe.each([
  ['a name that no list has', 'quy'],
  ['the name of a framework', 'PHPSESSID'],
])('a log-in that is only in the addresses, under %s', (_, name) => {
  test.each([
    ['by the form of the project', entered, false],
    ['by the form of the project, where a log-in ends the one before', entered, true],
    ['by steps', walked, false],
    ['by steps, where a log-in ends the one before', walked, true],
  ])('%s: the pages stay the same, and one log-in is enough', async (__, project, isStrict) => {
    const [first, second, third] = await trackedLibrary(3, { name, project, isStrict });
    const pages = first?.totals.NEW ?? 0;
    expect(pages).toBeGreaterThanOrEqual(books.length + maps.length + 2);
    expect(first).toMatchObject({ logIns: 1, notices: [], totals: { ERR: 0 } });
    expect(second).toMatchObject({
      logIns: 1,
      notices: [],
      updated: [],
      totals: { NEW: 0, SAM: pages, ERR: 0 },
    });
    expect(third).toMatchObject({ logIns: 1, updated: ['/books/elm'], totals: { NEW: 0, SAM: pages - 1 } });
  });
});

test('a session that ends on the way is renewed, and pages are asked for with the new id', async () => {
  const given = { name: 'quy', project: walked, isStrict: true, endsAfter: 9 };
  const [first, second] = await trackedLibrary(3, given);
  const pages = first?.totals.NEW ?? 0;
  expect(pages).toBeGreaterThanOrEqual(books.length + maps.length + 2);
  expect(first).toMatchObject({ logIns: 2, totals: { ERR: 0 } });
  expect(second).toMatchObject({ logIns: 2, updated: [], totals: { NEW: 0, SAM: pages, ERR: 0 } });
});
