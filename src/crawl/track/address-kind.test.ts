import { describe, expect, it } from 'vitest';
import { addressKind } from './address-kind.ts';

const kinds = (...paths: readonly string[]) =>
  new Set(paths.map((path) => addressKind(`http://e.org${path}`))).size;

describe('the kind of an address', () => {
  it('is the same for pages with names and folders of their own', () => {
    expect(kinds('/posts/rope/', '/posts/anchor/', '/notes/anchor/')).toBe(1);
    expect(kinds('/wiki/Rope', '/wiki/Anchor')).toBe(1);
    expect(kinds('/show?id=1', '/show?id=2')).toBe(1);
  });

  it('is another one by a prefix, an ending, a depth, the names in a query', () => {
    expect(kinds('/wiki/Rope', '/wiki/File:Rope', '/wiki/Category%3ARope')).toBe(3);
    expect(kinds('/rope.html', '/rope.pdf', '/rope', '/rope/')).toBe(4);
    expect(kinds('/show?id=1', '/show?id=1&do=history', '/show')).toBe(3);
  });
});
