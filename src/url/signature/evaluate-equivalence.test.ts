import { describe, expect, test } from 'vitest';
import type { FetchedPage } from './equivalence-classes.ts';
import { evaluateEquivalence } from './evaluate-equivalence.ts';

/**
 * A site of 260 pages whose labels are known, in the five kinds that matter (E7): articles under several addresses,
 * pages that nothing resembles, galleries and link lists that differ in what the text does not show, and spellings
 * that normalisation alone brings together.
 */
function labelledSite(): FetchedPage[] {
  const site = 'http://site.example';
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  const article = (n: number): FetchedPage => ({
    url: `${site}/news/${n}`,
    text: `Article ${n}: what happened on day ${n}.`,
    size: 5000 + n,
    links: [`${site}/`, `${site}/news/${n + 1}`],
    images: [`${site}/photos/${n}.jpg`],
    label: `article ${n}`,
  });
  const articles = numbers(40).flatMap((n) => [
    article(n),
    { ...article(n), url: `${site}/news/${n}/index.html` },
    // The same page with a space more somewhere in its markup: the size is what misleads here (section 6.1).
    { ...article(n), url: `${site}/print.asp?id=${n}&page=1`, size: 5001 + n },
  ]);
  const spellings = numbers(20).flatMap((n) => [
    { ...article(1000 + n), url: `${site}/%7Estaff/${n}` },
    { ...article(1000 + n), url: `HTTP://SITE.example:80/~staff/./${n}#top` },
  ]);
  const galleries = numbers(40).map((n) => ({
    url: `${site}/gallery/${n}`,
    text: 'Photo of the day. Previous Next',
    size: 3000,
    links: [`${site}/`],
    images: [`${site}/gallery/${n}.jpg`],
    label: `gallery ${n}`,
  }));
  const lists = numbers(40).map((n) => ({
    url: `${site}/downloads/${n}`,
    text: 'Downloads: Windows, Linux, Mac',
    size: 2000,
    links: ['win', 'linux', 'mac'].map((system) => `${site}/files/${n}/${system}`),
    images: [],
    label: `downloads ${n}`,
  }));
  // Each gallery has a second address too, so that merging everything is not a way to be right.
  const secondAddresses = galleries
    .slice(0, 20)
    .map((page, n) => ({ ...page, url: `${site}/photo.asp?id=${n}` }));
  return [...articles, ...spellings, ...galleries, ...lists, ...secondAddresses];
}

describe('a labelled site', () => {
  const site = labelledSite();

  test('has enough pages to tell the methods apart', () => {
    expect(site).toHaveLength(260);
  });

  test('standard normalisation is never wrong and finds little', () => {
    const { table, metrics, wrongMerges } = evaluateEquivalence(site, 'standard');
    expect(table).toEqual({ truePositives: 20, falsePositives: 0, falseNegatives: 100, trueNegatives: 140 });
    expect(metrics).toMatchObject({ precision: 1, specificity: 1, reductionOfStandard: 0 });
    expect(wrongMerges).toBe(0);
  });

  test('the text alone finds everything and merges galleries and link lists wrongly', () => {
    const { table, metrics, wrongMerges } = evaluateEquivalence(site, 'signature');
    expect(table).toEqual({ truePositives: 120, falsePositives: 78, falseNegatives: 0, trueNegatives: 62 });
    expect(metrics.sensitivity).toBe(1);
    expect(metrics.precision).toBeLessThan(0.8772);
    expect(wrongMerges).toBe(78);
  });

  test('the page size costs sensitivity and gains no precision here', () => {
    const { table } = evaluateEquivalence(site, 'signature+size');
    expect(table).toEqual({ truePositives: 80, falsePositives: 78, falseNegatives: 40, trueNegatives: 62 });
  });

  test('strict is right about every page', () => {
    const { table, metrics, wrongMerges, equivalence } = evaluateEquivalence(site, 'strict');
    expect(table).toEqual({ truePositives: 120, falsePositives: 0, falseNegatives: 0, trueNegatives: 140 });
    expect(metrics).toMatchObject({ sensitivity: 1, specificity: 1, precision: 1, accuracy: 1 });
    expect(metrics.reductionOfStandard).toBeCloseTo(100 / 240);
    expect(metrics.reductionOfRegular).toBeCloseTo(120 / 260);
    expect(wrongMerges).toBe(0);
    expect(equivalence.finalUrls).toBe(140);
  });
});

describe('counting', () => {
  const page = (path: string, text: string, label?: string | number): FetchedPage => ({
    url: `http://h/${path}`,
    text,
    label,
  });

  test('of n equal URLs, n - 1 are redundant', () => {
    const pages = [page('1', 'a', 'A'), page('2', 'a', 'A'), page('3', 'a', 'A')];
    expect(evaluateEquivalence(pages, 'signature').table).toMatchObject({
      truePositives: 2,
      trueNegatives: 1,
    });
  });

  test('a redundant URL among the wrong others is a wrong merge, though the table calls it a true positive', () => {
    const pages = [page('1', 'a', 'A'), page('2', 'b', 'B'), page('3', 'b', 'A')];
    const { table, wrongMerges } = evaluateEquivalence(pages, 'signature');
    expect(table).toMatchObject({ truePositives: 1, falsePositives: 0 });
    expect(wrongMerges).toBe(1);
  });

  test('pages without a label are left out and counted', () => {
    const pages = [page('1', 'a'), page('2', 'a', 0), page('3', 'a', 0), page('4', 'a')];
    const { table, unlabelled } = evaluateEquivalence(pages, 'signature');
    expect(table).toEqual({ truePositives: 1, falsePositives: 0, falseNegatives: 0, trueNegatives: 1 });
    expect(unlabelled).toBe(2);
    expect(evaluateEquivalence([], 'strict').metrics.accuracy).toBeNull();
  });
});
