import { describe, expect, test } from 'vitest';
import {
  type HeavyKind,
  heavyKinds,
  heavyPage,
  heavyType,
} from '../../test/kernel/crawl/large-pages/heavy-pages.ts';
import { contentsOf } from '../../test/kernel/document/html-pages.ts';
import { finished } from '../base/index.ts';
import { readInPieces, signatureOfText } from './large-document.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { segmentHtml } from './segments/segment-html.ts';
import { segmentText } from './segments/segment-text.ts';

const readAtOnce = (document: ReadDocument) =>
  document.type === 'html' ? { ...document, html: contentsOf(document.html) } : document;

describe('a large page that is read piece by piece', () => {
  test.each(Object.keys(heavyKinds) as HeavyKind[])('%s: gives the same as reading it at once', (kind) => {
    const [page, type] = [heavyPage(kind, 1, 620_000), heavyType(kind)];
    let pieces = 1;
    const work = readInPieces(page, type);
    let step = work.next();
    for (; step.done !== true; step = work.next()) pieces++;
    const { document, leaves, textSignature } = step.value;
    const whole = readDocument(page, type);
    const charset = whole.type === 'other' ? 'utf-8' : whole.charset.charset;
    const list = whole.type === 'html' ? segmentHtml(page, charset).list : segmentText(page.toString());
    expect(pieces).toBeGreaterThan(3);
    expect(readAtOnce(document)).toEqual(readAtOnce(whole));
    if (whole.type === 'html')
      expect(textSignature).toEqual(signatureOfText(whole.html.title, whole.html.bodyText));
    expect(leaves.length).toBe(list.length);
    for (const place of [0, 1, 2, leaves.length >> 1, leaves.length - 1]) {
      const [one, other] = [leaves.at(place), list.at(place)];
      expect([one.path, one.kind, one.links, one.text === other.text]).toEqual([
        other.path,
        other.kind,
        other.links,
        true,
      ]);
    }
    for (let leaf = 0; leaf < leaves.length; leaf++)
      if (leaves.high(leaf) !== list.high(leaf) || leaves.low(leaf) !== list.low(leaf))
        expect.fail(`leaf ${leaf} differs`);
  });

  test('another page may be read in between', () => {
    const large = Buffer.from(`<ul>${'<li>one <b>two</b></li>'.repeat(40_000)}</ul>`);
    const work = readInPieces(large, 'text/html');
    let step = work.next();
    for (; step.done !== true; step = work.next()) segmentHtml(Buffer.from('<ul><li>other</li></ul><li>x'));
    expect(step.value.leaves.at(39_999)).toMatchObject({ path: 'ul/li[40000]', text: 'one two' });
    expect(finished(readInPieces(large, 'text/html')).leaves.at(1).tokens).toEqual([
      'one',
      '<b>',
      'two',
      '</b>',
    ]);
  });
});
