import { describe, expect, it } from 'vitest';
import { sharedSignsOfUnknown, signsOf } from './recognise-problem.ts';

describe('the signs of a page', () => {
  it('are its classes, and whether search engines may keep it', () => {
    const html = `<meta name="robots" content="NOINDEX,follow"><body class="wide notFound"><p class=lead><p class='a post-17'>`;
    expect([...signsOf(html)]).toEqual([
      'class "wide"',
      'class "notFound"',
      'class "lead"',
      'class "a"',
      '"noindex"',
    ]);
  });

  it('are none of a page without them', () => {
    expect(signsOf('<meta name=robots content=index><p data-class="x">class="y"').size).toBe(0);
  });
});

describe('an answer is marked like that to an unknown address', () => {
  const article = signsOf('<body class="wide article">');
  const unknown = signsOf('<meta name=robots content=noindex><body class="wide notFound">');

  it('by what no page has', () => {
    const gone = signsOf('<meta name=robots content=noindex><body class="wide notFound past">');
    expect(sharedSignsOfUnknown(gone, unknown, [article])).toEqual(['class "notFound"', '"noindex"']);
  });

  it('not by what pages have as well', () => {
    const other = signsOf('<body class="wide">');
    expect(sharedSignsOfUnknown(other, unknown, [article])).toEqual([]);
  });

  it('not by one of many signs', () => {
    const many = signsOf('<body class="wide notFound search tips sorry">');
    expect(sharedSignsOfUnknown(signsOf('<p class="search">'), many, [article])).toEqual([]);
  });
});
