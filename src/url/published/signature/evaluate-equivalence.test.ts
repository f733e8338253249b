import { describe, expect, test } from 'vitest';
import type { FetchedPage } from './equivalence-classes.ts';
import { type ContingencyTable, equivalenceMetrics, evaluateEquivalence } from './evaluate-equivalence.ts';

/** |U_std|, section 6.1. */
const standardUrls = 5089;

function table(tp: number, fn: number, fp: number, tn: number): ContingencyTable {
  return { truePositives: tp, falseNegatives: fn, falsePositives: fp, trueNegatives: tn };
}

const bodyText = table(1679, 0, 235, 3343); // table 4
const bodyTextAndSize = table(1206, 473, 235, 3343); // table 5
const standard = table(168, 1511, 0, 3578); // table 8

function percent(share: number | null): string {
  return share === null ? 'none' : `${Number((share * 100).toFixed(2))}%`;
}

function printed(contingency: ContingencyTable) {
  const metrics = equivalenceMetrics(contingency, standardUrls);
  return {
    reduction: metrics.reductionOfRegular?.toFixed(2),
    sensitivity: percent(metrics.sensitivity),
    specificity: percent(metrics.specificity),
    precision: percent(metrics.precision),
    accuracy: percent(metrics.accuracy),
  };
}

describe('the metrics of the paper, to the printed digits', () => {
  test('table 6, body text; table 9, URL signatures', () => {
    expect(printed(bodyText)).toEqual({
      reduction: '0.36',
      sensitivity: '100%',
      specificity: '93.43%',
      precision: '87.72%',
      accuracy: '95.53%',
    });
  });

  test('table 6, page size and body text', () => {
    expect(printed(bodyTextAndSize)).toEqual({
      reduction: '0.27',
      sensitivity: '71.83%',
      specificity: '93.43%',
      precision: '83.69%',
      accuracy: '86.53%',
    });
  });

  test('table 9, standard normalisation', () => {
    expect(printed(standard)).toEqual({
      reduction: '0.03',
      sensitivity: '10.01%',
      specificity: '100%',
      precision: '100%',
      accuracy: '71.26%',
    });
  });

  // Erratum: formula (1) divides by |U_std|, and then the printed 0.36, 0.27 and 0.03 would be these. The tables
  // divide by the 5,257 regular URLs instead, and count the 168 of normalisation among those saved.
  test('formula (1) as printed gives different reduction rates', () => {
    const reductions = [bodyText, bodyTextAndSize, standard].map((contingency) =>
      equivalenceMetrics(contingency, standardUrls).reductionOfStandard?.toFixed(4),
    );
    expect(reductions).toEqual(['0.3431', '0.2501', '0.0000']);
  });

  // Erratum: table 4 leaves 3,343 URLs, table 10 leaves 3,357 for the same method, and the text takes the 32.94 % of
  // its abstract from table 10. The difference of the two rounded figures; unrounded it is 32.95 %.
  test('table 10 counts its own final URLs', () => {
    const sites = [
      { regular: 1017, standard: 1016, final: 816 },
      { regular: 849, standard: 848, final: 134 },
      { regular: 594, standard: 593, final: 531 },
      { regular: 891, standard: 728, final: 598 },
      { regular: 1906, standard: 1904, final: 1278 },
    ];
    const total = (of: 'regular' | 'standard' | 'final') => sites.reduce((sum, site) => sum + site[of], 0);
    expect([total('regular'), total('standard'), total('final')]).toEqual([5257, 5089, 3357]);
    // Table 10 does not say which of the 1,900 were right; the reduction does not depend on it.
    const reduced = (final: number) =>
      percent(equivalenceMetrics(table(5257 - final, 0, 0, final), standardUrls).reductionOfRegular);
    expect(reduced(total('standard'))).toBe('3.2%');
    expect(reduced(total('final'))).toBe('36.14%');
    expect((36.14 - 3.2).toFixed(2)).toBe('32.94');
    expect(percent((total('standard') - total('final')) / total('regular'))).toBe('32.95%');
  });
});

test('a figure is null when there is nothing to divide by', () => {
  expect(equivalenceMetrics(table(0, 0, 0, 0), 0)).toEqual({
    sensitivity: null,
    specificity: null,
    precision: null,
    accuracy: null,
    reductionOfStandard: null,
    reductionOfRegular: null,
  });
  expect(equivalenceMetrics(table(0, 0, 0, 3), 3)).toMatchObject({
    sensitivity: null,
    precision: null,
    accuracy: 1,
  });
});

/**
 * A site of 260 pages whose labels are known, in the five kinds that matter: articles under several addresses,
 * pages that resemble no other, galleries and link lists that differ in what the text does not show, and spellings
 * that normalisation alone merges.
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
    // The same page with one more space in its markup: here the size misleads (section 6.1).
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
  // Half of the galleries have a second address, so that merging none of them is wrong, too.
  const secondAddresses = galleries
    .slice(0, 20)
    .map((page, n) => ({ ...page, url: `${site}/photo.asp?id=${n}` }));
  return [...articles, ...spellings, ...galleries, ...lists, ...secondAddresses];
}

describe('a labelled site', () => {
  const site = labelledSite();

  test('has enough pages to distinguish the methods', () => {
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
