import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRules } from '../rules/compile-rules.ts';
import { urlShapes } from './url-shapes.ts';

const site = 'https://example.org';
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const shapesOf = (...paths: readonly string[]) =>
  urlShapes(paths.map((path) => site + path)).map(({ shape, count }) => [shape, count]);

describe('addresses of the same shape', () => {
  it('are one shape: numbers, and names when there are many', () => {
    const sections = ['sport', 'politics', 'science', 'music', 'food', 'travel'];
    const articles = sections.flatMap((section) => numbers(4).map((n) => `/news/${section}/${n}`));
    expect(shapesOf('/', '/about', '/news/', ...articles)).toEqual([
      ['/news/*/NNN', 24],
      ['/', 1],
      ['/about', 1],
      ['/news/', 1],
    ]);
  });

  it('keep a few names apart, because users choose by them', () => {
    const boards = ['java', 'sailing'].flatMap((board) =>
      numbers(3).map((n) => `/boards/${board}/article/${n}`),
    );
    expect(shapesOf(...boards)).toEqual([
      ['/boards/java/article/NNN', 3],
      ['/boards/sailing/article/NNN', 3],
    ]);
  });

  it('keep up to fifteen sections apart, and five names further down', () => {
    const names = (count: number) => numbers(count).map((n) => 'abcdefghijklmnop'[n - 1] ?? '');
    expect(shapesOf(...names(15).map((name) => `/${name}/x`))).toHaveLength(15);
    expect(shapesOf(...names(16).map((name) => `/${name}/x`))).toEqual([['/*/x', 16]]);
    expect(shapesOf(...names(5).map((name) => `/news/${name}/x`))).toHaveLength(5);
    expect(shapesOf(...names(6).map((name) => `/news/${name}/x`))).toEqual([['/news/*/x', 6]]);
  });

  it('keep the ends of their names', () => {
    expect(shapesOf(...numbers(9).map((n) => `/060525/${n}/${'abcdefghi'[n - 1]}x.html`))).toEqual([
      ['/NNN/NNN/*.html', 9],
    ]);
  });

  it('differ by the names of their parameters', () => {
    expect(shapesOf('/list?page=1', '/list?page=2', '/list', '/list?q=a&page=1')).toEqual([
      ['/list?page=', 2],
      ['/list', 1],
      ['/list?q=&page=', 1],
    ]);
  });
});

it('every address fits the pattern of a shape, and is counted once', () => {
  const part = fc.constantFrom('news', 'a.html', '12', 'x-7', 'h2o', '2024', 'c++', 'ü', '');
  const path = fc.tuple(
    fc.array(part, { maxLength: 4 }),
    fc.constantFrom('', '?a=1', '?a=2&b=', '?c[]=1', '?d'),
  );
  const urls = fc.array(
    path.map(([parts, query]) => new URL(`${site}/${parts.join('/')}${query}`).href),
    { maxLength: 40 },
  );
  void fc.assert(
    fc.property(urls, (given) => {
      const shapes = urlShapes(given);
      const unique = [...new Set(given)];
      expect(shapes.reduce((sum, { count }) => sum + count, 0)).toBe(unique.length);
      const rules = shapes.map(({ pattern }) => compileRules([{ deny: '**default**' }, { allow: pattern }]));
      for (const url of unique) {
        const fitting = rules.filter((rule) => rule.decide({ url }).verdict === 'accept');
        expect(fitting.length, url).toBeGreaterThanOrEqual(1);
      }
    }),
    { seed: 5, numRuns: 200 },
  );
});
