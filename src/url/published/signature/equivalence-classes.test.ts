import { describe, expect, test } from 'vitest';
import {
  equivalenceClasses,
  equivalenceMethods,
  type FetchedPage,
  regularUrls,
} from './equivalence-classes.ts';

/** Table 7. */
const pairs: readonly (readonly [string, string])[] = [
  [
    'http://www.arirang.co.kr/Blog/Arirang_Town.asp?code=B11',
    'http://www.arirang.co.kr/Blog/Arirang_Town.asp?code=B11&id=&page=1',
  ],
  [
    'http://www.arirang.co.kr/News/News_List.asp?code=Ne5',
    'http://www.arirang.co.kr/News/News_List.asp?code=Ne5&page=1',
  ],
  ['http://www.bt.com/', 'http://www.bt.com/index.jsp'],
  ['http://www.bt.com/business/', 'http://www.bt.com/business/home/'],
  [
    'http://www.cnn.com/CNN/Programs/american.morning',
    'http://www.cnn.com/CNN/Programs/american.morning/index.html',
  ],
  ['http://www.cnn.com/TECH/science/archive/', 'http://www.cnn.com/TECH/science/archive/index.html'],
  ['http://www.mmu.edu.my/~fom/', 'http://www.mmu.edu.my/~fom/index.html'],
  ['http://www.mmu.edu.my/~dev/', 'http://www.mmu.edu.my/~dev/aboutus.htm'],
  [
    'http://www.weather.com/activities/homeandgarden/home/mosquito/',
    'http://www.weather.com/activities/homeandgarden/home/mosquito/index.html',
  ],
  ['http://www.weather.com/achesandpains/', 'http://www.weather.com/activities/health/achesandpains/'],
];

/** The pages are invented; what matters is that the two of a pair have the same content. */
const pagesOfTable7: readonly FetchedPage[] = pairs.flatMap((pair, number) =>
  pair.map((url) => ({
    url,
    text: `What page ${number} says`,
    size: 4096,
    links: [`http://l/${number}`],
    images: [],
  })),
);

const foundPairs = (method: (typeof equivalenceMethods)[number]) =>
  equivalenceClasses(pagesOfTable7, method)
    .classes.map((found) => found.members.map((member) => member.url))
    .filter((urls) => urls.length > 1);

describe('the pairs of table 7', () => {
  test('are not found by standard normalisation', () => {
    expect(foundPairs('standard')).toEqual([]);
  });

  test.each(['signature', 'signature+size', 'strict'] as const)('are all found by %s', (method) => {
    expect(foundPairs(method)).toEqual(pairs);
  });
});

describe('classes', () => {
  const page = (url: string, text: string, more?: Partial<FetchedPage>): FetchedPage => ({
    url,
    text,
    ...more,
  });

  test('normalisation comes first, and then only the first page of a URL counts', () => {
    const pages = [
      page('http://h/%7Ea', 'one'),
      page('http://h/b', 'two'),
      page('HTTP://h/~a#x', 'two'),
      page('http://h/c', 'one'),
    ];
    const { classes, regularUrls, standardUrls, finalUrls } = equivalenceClasses(pages, 'signature');
    expect(classes.map(({ members }) => members.map(({ index }) => index))).toEqual([[0, 2, 3], [1]]);
    expect({ regularUrls, standardUrls, finalUrls }).toEqual({
      regularUrls: 4,
      standardUrls: 3,
      finalUrls: 2,
    });
  });

  test('say why', () => {
    const pages = [
      page('http://h/', 'one', { size: 9 }),
      page('http://h', 'x'),
      page('http://h/c', 'one', { size: 9 }),
    ];
    const [found] = equivalenceClasses(pages, 'signature+size').classes;
    expect(found?.representative).toBe('http://h/');
    expect(found?.members.map((member) => member.why)).toEqual([
      'first of its kind',
      'same normalised URL: http://h/',
      'same body text (3 characters), same page size (9 bytes)',
    ]);
    expect(found?.why).toBe(
      'same normalised URL: http://h/; same body text (3 characters), same page size (9 bytes)',
    );
  });

  test('strict distinguishes images and targets, and says when they are unknown', () => {
    const gallery = (url: string, image: string) => page(url, 'Photo', { links: [], images: [image] });
    const pages = [
      gallery('http://h/1', 'http://h/1.jpg'),
      gallery('http://h/2', 'http://h/2.jpg'),
      page('http://h/3', 'Photo'),
      page('http://h/4', 'Photo'),
      gallery('http://h/5', 'http://h/1.jpg'),
    ];
    expect(equivalenceClasses(pages, 'signature').classes).toHaveLength(1);
    const { classes } = equivalenceClasses(pages, 'strict');
    expect(classes.map(({ members }) => members.map(({ index }) => index))).toEqual([[0, 4], [1], [2, 3]]);
    expect(classes.map(({ why }) => why)).toEqual([
      'same body text (5 characters), same links (0), same images (1)',
      'no other URL names this page',
      'same body text (5 characters), links unknown, images unknown',
    ]);
  });

  test.each(equivalenceMethods)('anything that is not a URL is compared as written: %s', (method) => {
    const pages = [page('no url', 'a'), page('no url', 'b'), page('', 'c')];
    expect(equivalenceClasses(pages, method).classes.map(({ members }) => members.length)).toEqual([2, 1]);
    expect(equivalenceClasses([], method)).toMatchObject({ classes: [], regularUrls: 0, standardUrls: 0 });
  });
});

test('regular URLs are those of every session, in the order of the first', () => {
  const sessions = [
    ['/c', '/a', '/b', '/a', '/gone'],
    ['/new', '/b', '/a', '/c'],
    ['/a', '/c', '/b', '/b'],
  ];
  expect(regularUrls(sessions)).toEqual(['/c', '/a', '/b']);
});

test('one session is regular by itself, and no session has none', () => {
  expect(regularUrls([['/a', '/a']])).toEqual(['/a']);
  expect(regularUrls([])).toEqual([]);
  expect(regularUrls([['/a'], []])).toEqual([]);
});
