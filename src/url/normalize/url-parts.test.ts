import { describe, expect, test } from 'vitest';
import { joinUrl, splitUrl } from './url-parts.ts';

describe('a URL split into parts', () => {
  test('has its five components', () => {
    expect(splitUrl('http://u:p@h:8080/a/b;c?d=/e?f#g?h#i')).toEqual({
      scheme: 'http',
      authority: 'u:p@h:8080',
      path: '/a/b;c',
      query: 'd=/e?f',
      fragment: 'g?h#i',
      opaque: false,
    });
  });

  test('distinguishes an empty query, fragment or authority from a missing one', () => {
    expect(splitUrl('foo:///?#')).toMatchObject({ authority: '', path: '/', query: '', fragment: '' });
    expect(splitUrl('foo:/')).toMatchObject({ authority: null, path: '/', query: null, fragment: null });
  });

  test('is opaque when its path is not a hierarchy', () => {
    expect(splitUrl('mailto:a@b?subject=c')).toMatchObject({ opaque: true, path: 'a@b', query: 'subject=c' });
  });

  test('keeps a path that starts with // from being read as a host', () => {
    expect(splitUrl('web+demo:/.//not-a-host/')).toMatchObject({ authority: null, path: '//not-a-host/' });
  });

  test.each([
    'http://h/',
    'http://h/?',
    'http://h/#',
    'http://h/?#',
    'foo:',
    'foo:?',
    'foo:#?',
    'foo://',
    'foo://?a/b',
    'foo://h#/x',
    'foo:////x',
    'web+demo:/.//not-a-host/',
    'web+demo:/..//x',
    'file:///C:/x',
    'http://[::1]:8080/x',
    'blob:https://h/x#y',
  ])('is whole again after joining: %s', (url) => {
    expect(joinUrl(splitUrl(url))).toBe(url);
  });
});
