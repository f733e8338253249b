import { describe, expect, it, test } from 'vitest';
import { linksIn, pageTree, readForComparison, textsIn } from './page-tree.ts';

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

test('the texts of a page come in its order, without empty ones', () => {
  expect(textsIn('<p>a <b>b\n c</b> </p><p> </p>d')).toEqual(['a', 'b c', 'd']);
});

test('links come with their words and titles, and a bound on what is read of each', () => {
  const page = pageTree('<a href=/out title="Leave">Log <b>out</b></a><a name=x>no link</a>');
  expect(linksIn(page)).toEqual([{ href: '/out', text: 'Log out', title: 'Leave' }]);
  const nested = pageTree('<a href=/x>'.repeat(900) + '<i>words</i>'.repeat(10_000));
  for (const { text } of linksIn(nested, 100)) expect(text.length).toBeLessThan(200);
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
