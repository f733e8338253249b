import { describe, expect, it } from 'vitest';
import { pageTree, readForComparison } from './page-tree.ts';

describe('a page as a tree', () => {
  it('has elements with their attributes, and texts whole', () => {
    expect(pageTree('<p Class="x">a &amp; b<!-- no --><b>c</b></p>').children).toEqual([
      {
        name: 'p',
        attributes: { class: 'x' },
        children: ['a & b', { name: 'b', attributes: {}, children: ['c'] }],
      },
    ]);
  });

  it('is cut where it is nested too deeply', () => {
    const { children } = pageTree('<div>'.repeat(100_000));
    expect(children).toHaveLength(1);
  });
});

describe('the parts of a page', () => {
  it('are text, links with their words, and what it says about itself', () => {
    const html =
      '<html lang="en"><title>Tides</title><meta name="description" content="When it is high"><body>See <a href=" /low ">low <b>water</b></a>';
    const { text, links, anchors, metadata } = readForComparison(Buffer.from(html));
    expect(text).toBe('See low water');
    expect(links).toEqual(['/low']);
    expect(anchors).toEqual(['low water']);
    expect(metadata).toEqual({ title: 'Tides', language: 'en', description: 'When it is high' });
  });

  it('are read in the encoding of the page', () => {
    const { anchors } = readForComparison(
      Buffer.from('<meta charset="iso-8859-1"><a href="/">\xe9b\xe9</a>', 'latin1'),
    );
    expect(anchors).toEqual(['ébé']);
  });
});
