import { describe, expect, it } from 'vitest';
import { type Link, type Site, seedsPerStyle, siteOf } from './site.ts';
import { styles } from './styles/all.ts';

const sitesByStyle = styles.map((style) => ({
  name: style.name,
  style,
  sites: Array.from({ length: seedsPerStyle }, (_, seed): Site => siteOf(style, seed)),
}));
const sites = sitesByStyle.flatMap((one) => one.sites);
const keysOf = (links: readonly Link[]): ReadonlySet<string> => new Set(links.map(({ key }) => key));
const withoutFragment = ({ url }: Link): string => url.replace(/#.*$/, '');

describe('the generated sites', () => {
  it('are at least 200, and at least 20 of each family', () => {
    expect(sites.length).toBeGreaterThanOrEqual(200);
    for (const [family, ofFamily] of Map.groupBy(sites, ({ style }) => style.family))
      expect(ofFamily.length, family).toBeGreaterThanOrEqual(20);
  });

  it('have styles with names of their own', () => {
    expect(new Set(styles.map(({ name }) => name)).size).toBe(styles.length);
  });

  it('are the same for the same seed', () => {
    for (const style of styles) expect(siteOf(style, 3)).toEqual(siteOf(style, 3));
  });

  it('are small and large', () => {
    const lengths = sites.map(({ a }) => a.length);
    expect(Math.min(...lengths)).toBeLessThanOrEqual(6);
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(180);
  });
});

describe.each(sitesByStyle)('the truth of $name', ({ style, sites: ofStyle }) => {
  it('has one page for a URL of a list, and URLs that need no normalising', () => {
    for (const links of ofStyle.flatMap(({ a, b, c }) => [a, b, c])) {
      for (const [url, alike] of Map.groupBy(links, withoutFragment)) {
        expect(new URL(url).href).toBe(url);
        expect(keysOf(alike).size, url).toBe(1);
      }
    }
  });

  it('keeps most pages in both lists and shows new ones in the third', () => {
    for (const { name, a, b, c } of ofStyle) {
      const [inA, inB] = [keysOf(a), keysOf(b)];
      const both = inA.intersection(inB).size;
      expect(both, name).toBeGreaterThanOrEqual(Math.max(4, inA.symmetricDifference(inB).size));
      expect(keysOf(c).difference(inA.union(inB)).size, name).toBeGreaterThanOrEqual(2);
    }
  });

  it(style.withoutIds ? 'keeps the URL of a page' : 'changes the URLs of some pages', () => {
    for (const { name, a, b } of ofStyle) {
      const keysOfA = keysOf(a);
      const urlsOfA = new Set(a.map(withoutFragment));
      const changed = b.filter((link) => keysOfA.has(link.key) && !urlsOfA.has(withoutFragment(link)));
      if (style.withoutIds) expect(changed, name).toEqual([]);
      else expect(changed.length, name).toBeGreaterThanOrEqual(3);
    }
  });

  it('has main ids that stand in their own list only, on several links', () => {
    for (const { name, main = [], a, b } of ofStyle) {
      const sides = main.flatMap((ids) => [
        { id: ids.a, own: a, other: b },
        { id: ids.b, own: b, other: a },
      ]);
      for (const { id, own, other } of sides) {
        if (id === null) continue;
        expect(own.filter(({ url }) => url.includes(id)).length, name).toBeGreaterThanOrEqual(2);
        expect(
          other.filter(({ url }) => url.includes(id)),
          name,
        ).toEqual([]);
      }
    }
  });
});
