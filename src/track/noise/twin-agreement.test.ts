import { describe, expect, test } from 'vitest';
import { type Segment, segmentHtml } from '../../document/index.ts';
import { asWritten } from '../compare/segment-links.ts';
import { TwinAgreement, VisitFetches } from './twin-agreement.ts';

const page = (html: string) => ({ segments: segmentHtml(Buffer.from(html)).leaves, at: null });
function agreement(last: string, now: string, ...twins: readonly string[]) {
  const fetches = new VisitFetches(page(last), page(now), twins.map(page), asWritten);
  const found = (text: string) => fetches.now.segments.find((one) => one.text.includes(text)) as Segment;
  const changeOf = (text: string) => {
    const change = fetches.changes.find(({ after }) => after?.text.includes(text));
    if (change === undefined) throw new Error(`nothing says ${text}`);
    return change;
  };
  const of = new TwinAgreement(fetches);
  return {
    isSteady: (text: string) => of.isSteady(found(text)),
    partners: (text: string) => of.identicalPartners(found(text)),
    isMissing: (text: string) => of.isMissingInTwin(changeOf(text)),
    news: (text: string, ...rotating: readonly string[]) => of.newsOfAll(changeOf(text), new Set(rotating)),
  };
}

describe('a segment is steady', () => {
  const { isSteady, partners } = agreement(
    '<p>a',
    '<p>one<p>two<p><a href="/x">three</a>',
    '<p>one<p>2<p><a href="/y">three</a>',
  );

  test('when every fetch has its words and links', () => {
    expect([isSteady('one'), isSteady('two'), isSteady('three')]).toEqual([true, false, false]);
    expect(partners('one')?.map(({ text }) => text)).toEqual(['one']);
    expect(partners('two')).toBeNull();
  });

  test('in all of several fetches', () => {
    expect(agreement('<p>a', '<p>one', '<p>one', '<p>other').isSteady('one')).toBe(false);
  });
});

test('a text that came is missing when another fetch does not have it', () => {
  const now = '<h1>a</h1><p>b<div><p>came</div>';
  expect(agreement('<h1>a</h1><p>b', now, '<h1>a</h1><p>b').isMissing('came')).toBe(true);
  expect(agreement('<h1>a</h1><p>b', now, now).isMissing('came')).toBe(false);
});

describe('news is what every fetch says and the last version did not', () => {
  const line = (name: string, price: string) =>
    `<p>Hello ${name} we sell ten fresh eggs for ${price} crowns today`;

  test('between words that vary', () => {
    const { news } = agreement(line('Anna', '12'), line('Ben', '13'), line('Clara', '13'));
    expect(news('eggs')).toBe('"13" is new in every fetch');
  });

  test('not what only one fetch says', () => {
    const { news } = agreement(line('Anna', '12'), line('Ben', '12'), line('Clara', '12'));
    expect(news('eggs')).toBeNull();
  });

  test('not words that are known to rotate', () => {
    const { news } = agreement(line('Anna', 'twelve'), line('Ben', 'nine'), line('Clara', 'nine'));
    expect(news('eggs')).toBe('"nine" is new in every fetch');
    expect(news('eggs', 'nine', 'twelve')).toBeNull();
  });

  test('an address on which all agree', () => {
    const link = (to: string) => `<p>Buy <a href="${to}">the boat</a> now`;
    expect(agreement(link('/old'), link('/new'), link('/new')).news('boat')).toContain('/new');
    expect(agreement(link('/old'), link('/one'), link('/two')).news('boat')).toBeNull();
  });
});
