import { describe, expect, it } from 'vitest';
import { hexLower } from '../../../sites/session-sites/ids.ts';
import { randomOf } from '../../../sites/session-sites/random.ts';
import { type IdSite, mistakesOfVisits, pageOf } from './visits.ts';

const start = 'http://www.site.example/';
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** A forum: one id on all links, kept while the visitor brings it, another for everybody who comes without one. */
const forum = (name: string, makeId: () => string, more: readonly string[] = []): IdSite => ({
  start,
  pages: ['start', ...numbers(12).map((n) => `topic ${n}`)],
  answer: ({ path, query }) => {
    const id = query.get(name) ?? makeId();
    const links = [...numbers(12).map((n) => `/topic?t=${n}&${name}=${id}`), ...more];
    if (path === '/') return pageOf('start', links);
    const topic = Number(query.get('t'));
    return path === '/topic' && topic >= 1 && topic <= 12 ? pageOf(`topic ${topic}`, links) : null;
  },
});

const hashes = (seed: string, count: number, length: number) => {
  const random = randomOf(seed);
  return numbers(count).map(() => random.text(hexLower, length));
};

describe.each(['s', 'sid', 'session', 'sessionid', 'mySID'])('documents whose hash is in %s=', (name) => {
  const docs = hashes('docs', 20, 32);
  const documents = (linksOf: (n: number | null) => readonly string[]): IdSite => ({
    start,
    pages: ['start', ...docs.map((_, n) => `document ${n}`)],
    answer: ({ path, query }) => {
      if (path === '/') return pageOf('start', linksOf(null));
      const n = docs.indexOf(query.get(name) ?? '');
      return path === '/doc' && n >= 0 ? pageOf(`document ${n}`, linksOf(n)) : null;
    },
  });
  const address = (n: number) => `/doc?${name}=${docs[n]}`;

  it.each([true, false])('are all found in a list; fetched twice: %s', async (twin) => {
    const site = documents((n) => (n === null ? docs.map((_, i) => address(i)) : ['/']));
    const { mistakes, learned } = await mistakesOfVisits(site, 2, { twin });
    expect(mistakes).toEqual([]);
    expect(learned).toEqual([`on content query parameter "${name}"`]);
  });

  it.each([true, false])('are all found one after the other; fetched twice: %s', async (twin) => {
    const site = documents((n) => (n === null ? [address(0)] : ['/', ...(n < 19 ? [address(n + 1)] : [])]));
    expect((await mistakesOfVisits(site, 2, { twin })).mistakes).toEqual([]);
  });

  it.each([true, false])(
    'are all found though every page has its own on all links; fetched twice: %s',
    async (twin) => {
      const parts = ['print', 'cite', 'notes', 'history', 'source', 'talk', 'images'];
      const site: IdSite = {
        start,
        pages: [
          'start',
          ...docs.flatMap((_, n) => [`document ${n}`, ...parts.map((part) => `${part} of ${n}`)]),
        ],
        answer: ({ path, query }) => {
          if (path === '/') return pageOf('start', [address(0)]);
          const n = docs.indexOf(query.get(name) ?? '');
          if (path !== '/doc' || n < 0) return null;
          const part = query.get('part');
          const links = [address(n), ...parts.map((other) => `${address(n)}&part=${other}`)];
          if (part === null) return pageOf(`document ${n}`, [...links, ...(n < 19 ? [address(n + 1)] : [])]);
          return parts.includes(part) ? pageOf(`${part} of ${n}`, links) : null;
        },
      };
      expect((await mistakesOfVisits(site, 2, { twin })).mistakes).toEqual([]);
    },
  );
});

it('documents that are drawn at random are not taken for one', async () => {
  const docs = hashes('drawn', 12, 32);
  const random = randomOf('draws');
  const site: IdSite = {
    start,
    pages: ['start', 'all', ...docs.map((_, n) => `document ${n}`)],
    answer: ({ path, query }) => {
      const rotating = `/doc?s=${random.pick(docs)}`;
      if (path === '/') return pageOf('start', [rotating, '/all', ...numbers(3).map((n) => `/none/${n}`)]);
      if (path === '/all')
        return pageOf(
          'all',
          docs.map((doc) => `/doc?s=${doc}`),
        );
      const n = docs.indexOf(query.get('s') ?? '');
      return n < 0 ? null : pageOf(`document ${n}`, ['/']);
    },
  };
  const { mistakes } = await mistakesOfVisits(site, 1);
  expect(mistakes).toEqual([]);
});

it('documents that were taken for one are found by the next visit', async () => {
  const docs = hashes('mistaken', 8, 32);
  const random = randomOf('mistaken draws');
  const address = (n: number) => `/doc?doc=${docs[n]}`;
  const parts = ['show', 'print', 'cite'];
  const site: IdSite = {
    start,
    pages: ['start', 'hall 0', 'hall 1', 'hall 2', ...docs.map((_, n) => `document ${n}`)],
    answer: ({ path, query }) => {
      // The start draws a document with three links: the lists of two visitors cannot tell it from an id.
      const rotating = `doc=${random.pick(docs)}`;
      if (path === '/') return pageOf('start', ['/hall/0', ...parts.map((part) => `/${part}?${rotating}`)]);
      const hall = /^\/hall\/([012])$/.exec(path)?.[1];
      if (hall === '0') return pageOf('hall 0', ['/hall/1', address(0)]);
      if (hall === '1') return pageOf('hall 1', ['/hall/2', address(1)]);
      if (hall === '2') return pageOf('hall 2', [2, 3, 4, 5, 6, 7].map(address));
      const n = path === '/doc' ? docs.indexOf(query.get('doc') ?? '') : -1;
      return n < 0 ? null : pageOf(`document ${n}`, ['/']);
    },
  };
  const { mistakes, learned } = await mistakesOfVisits(site, 2);
  expect(mistakes.filter((mistake) => mistake.startsWith('visit 2 lost'))).toEqual([]);
  expect(learned).toContain('on content query parameter "doc"');
});

describe('a forum with an id on all links', () => {
  const random = randomOf('forum');
  const ids = {
    'hex 32': () => random.text(hexLower, 32),
    'hex 8': () => random.text(hexLower, 8),
    'four letters, four digits': () => random.text('abcdef', 4) + random.text('0123456789', 4),
    'varying length': () => random.text('abcdefghijkmnpqrstuvwxyzABCDEFGH23456789', random.between(5, 30)),
  };

  it.each(['sid', 's', 'k', 'PHPSESSID', 'vbSESSID'])('hex 32 in %s=', async (name) => {
    expect((await mistakesOfVisits(forum(name, ids['hex 32']), 3)).mistakes).toEqual([]);
  });

  it.each(Object.entries(ids))('%s', async (_, makeId) => {
    expect((await mistakesOfVisits(forum('zx', makeId), 3)).mistakes).toEqual([]);
  });

  it('and links that people copied with an id of theirs', async () => {
    const copied = [`/topic?t=3&sid=${random.text(hexLower, 32)}`];
    const { mistakes } = await mistakesOfVisits(forum('sid', ids['hex 32'], copied), 3);
    expect(mistakes).toEqual([]);
  });

  it('is found by one visitor alone', async () => {
    const { mistakes, learned } = await mistakesOfVisits(forum('sid', ids['hex 32']), 1, { twin: false });
    expect(mistakes).toEqual([]);
    expect(learned).toEqual(['on session id query parameter "sid"']);
  });

  it('behind a page with a single link', async () => {
    const inside = forum('sid', ids['hex 32']);
    const site: IdSite = {
      start,
      pages: ['door', ...inside.pages],
      answer: (asked) => {
        if (asked.path === '/') return pageOf('door', [`/inside?sid=${ids['hex 32']()}`]);
        return inside.answer(asked.path === '/inside' ? { ...asked, path: '/' } : asked);
      },
    };
    expect((await mistakesOfVisits(site, 3)).mistakes).toEqual([]);
  });
});

describe('ids in host names', () => {
  const random = randomOf('hosts');
  const makeId = () => random.text(hexLower, 12);
  const hosted = (first: string, label: (id: string) => string): IdSite => ({
    start: first,
    pages: ['start', ...numbers(10).map((n) => `item ${n}`)],
    answer: ({ host, path }) => {
      const known = /^(?:s-)?([0-9a-f]{12})\.site\.example$/.exec(host)?.[1];
      const own = `http://${label(known ?? makeId())}.site.example`;
      const links = numbers(10).map((n) => `${own}/item/${n}.html`);
      if (path === '/') return pageOf('start', links);
      const n = /^\/item\/(\d+)\.html$/.exec(path)?.[1];
      return n === undefined ? null : pageOf(`item ${n}`, links);
    },
  });

  it.each([
    ['a label of its own', 'http://www.site.example/', (id: string) => id],
    ['a label with a letter before it', 'http://www.site.example/', (id: string) => `s-${id}`],
    ['the domain itself as start', 'http://site.example/', (id: string) => id],
  ])('%s', async (_, first, label) => {
    expect((await mistakesOfVisits(hosted(first, label), 3)).mistakes).toEqual([]);
  });
});

it('a start that sends every visitor to a host of its own', async () => {
  const random = randomOf('own hosts');
  const site: IdSite = {
    start,
    pages: ['home', ...numbers(10).map((n) => `item ${n}`)],
    answer: ({ host, path }) => {
      if (host === 'www.site.example')
        return { location: `http://${random.text(hexLower, 12)}.site.example/` };
      const links = numbers(10).map((n) => `http://${host}/item/${n}.html`);
      if (path === '/') return pageOf('home', links);
      const n = /^\/item\/(\d+)\.html$/.exec(path)?.[1];
      return n === undefined ? null : pageOf(`item ${n}`, links);
    },
  };
  expect((await mistakesOfVisits(site, 3)).mistakes).toEqual([]);
});

describe('name and value as two segments', () => {
  it.each(['jsessionid', 'sid', 'zz'])('/%s/<id>/', async (name) => {
    const random = randomOf(`segments ${name}`);
    const site: IdSite = {
      start,
      pages: ['start', ...numbers(10).map((n) => `item ${n}`)],
      answer: ({ path }) => {
        const [, given, n] = new RegExp(`^/${name}/([0-9a-f]{32})/(\\d*)\\.html$`).exec(path) ?? [];
        const id = given ?? random.text(hexLower, 32);
        const links = numbers(10).map((one) => `/${name}/${id}/${one}.html`);
        if (path === '/') return pageOf('start', links);
        return n === undefined ? null : pageOf(`item ${n}`, links);
      },
    };
    expect((await mistakesOfVisits(site, 3)).mistakes).toEqual([]);
  });
});
