import { afterAll, describe, expect, it } from 'vitest';
import { findSession, identityOf, learnIdentityRules, pairLinks } from '../../../src/url/index.ts';
import { type Link, type Site, seedsPerStyle, siteOf } from '../../sites/session-sites/site.ts';
import { styles } from '../../sites/session-sites/styles/all.ts';

// Session ids are found on generated sites, whose truth is known. The generator shares no code with src/.

const sites = styles.flatMap((style) =>
  Array.from({ length: seedsPerStyle }, (_, seed) => siteOf(style, seed)),
);
const families = Map.groupBy(sites, ({ style }) => style.family);
let ran = 0;

const urlsOf = (links: readonly Link[]): readonly string[] => links.map(({ url }) => url);
const keysOf = (links: readonly Link[]): ReadonlySet<string> => new Set(links.map(({ key }) => key));

/** What is wrong with the unpaired links of one list, in terms of pages. */
const lonelyMistakes = (
  name: string,
  found: readonly string[],
  links: readonly Link[],
  truth: ReadonlySet<string>,
): readonly string[] => {
  const pageOf = new Map(links.map(({ url, key }) => [url, key]));
  const pages = new Set(found.map((url) => pageOf.get(url) ?? `never given: ${url}`));
  return [
    ...[...pages.difference(truth)].map((page) => `${name} should not hold ${page}`),
    ...[...truth.difference(pages)].map((page) => `${name} lacks ${page}`),
  ];
};

const pairingMistakes = ({ a, b }: Site): readonly string[] => {
  const { pairs, onlyA, onlyB } = pairLinks(urlsOf(a), urlsOf(b));
  const pageInA = new Map(a.map(({ url, key }) => [url, key]));
  const pageInB = new Map(b.map(({ url, key }) => [url, key]));
  const [inA, inB] = [keysOf(a), keysOf(b)];
  const wrong = pairs.filter(([one, other]) => !pageInA.has(one) || pageInA.get(one) !== pageInB.get(other));
  const paired = new Set(pairs.map(([one]) => pageInA.get(one)));
  return [
    ...wrong.map(([one, other]) => `paired ${one} with ${other}`),
    ...[...inA.intersection(inB)].filter((page) => !paired.has(page)).map((page) => `not paired: ${page}`),
    ...lonelyMistakes('onlyA', onlyA, a, inA.difference(inB)),
    ...lonelyMistakes('onlyB', onlyB, b, inB.difference(inA)),
  ];
};

/** Over all three lists, identities must be equal exactly when the pages are. */
const identityMistakes = ({ a, b, c }: Site): readonly string[] => {
  const rules = learnIdentityRules(urlsOf(a), urlsOf(b));
  const named = [...a, ...b, ...c].map(({ url, key }) => ({
    url,
    key,
    identity: identityOf(url, rules).identity,
  }));
  const split = [...Map.groupBy(named, ({ key }) => key).values()].flatMap((links) => {
    const other = links.find(({ identity }) => identity !== links[0]?.identity);
    return other === undefined
      ? []
      : [`one page, two identities: ${links[0]?.identity} and ${other.identity}`];
  });
  const merged = [...Map.groupBy(named, ({ identity }) => identity).values()].flatMap((links) => {
    const other = links.find(({ key }) => key !== links[0]?.key);
    return other === undefined ? [] : [`two pages, one identity: ${links[0]?.url} and ${other.url}`];
  });
  return [...split, ...merged];
};

const mainIdMistakes = ({ a, b, main }: Site): readonly string[] => {
  if (main === undefined) return [];
  const found = findSession(urlsOf(a), urlsOf(b));
  const right = main.some((answer) => answer.a === found.a && answer.b === found.b);
  return right ? [] : [`main ids ${found.a} and ${found.b}, expected ${JSON.stringify(main)}`];
};

/** A site without ids: nothing is learned, and a URL is its own identity (the generator writes them normalised). */
const strippingMistakes = ({ style, a, b, c }: Site): readonly string[] => {
  if (!style.withoutIds) return [];
  const rules = learnIdentityRules(urlsOf(a), urlsOf(b));
  const stripped = [...a, ...b, ...c].filter(({ url }) => {
    const { identity, removed } = identityOf(url);
    return removed.length > 0 || identity !== url.replace(/#.*$/, '');
  });
  return [
    ...rules.map(({ evidence }) => `learned a rule: ${evidence}`),
    ...stripped.map(({ url }) => `removed something from ${url}`),
  ];
};

describe.each([...families])('links of the family %s', (_family, ofFamily) => {
  it.each(ofFamily)('$name: $style.decidable', (site) => {
    ran++;
    expect({
      pairing: pairingMistakes(site),
      identities: identityMistakes(site),
      mainIds: mainIdMistakes(site),
      stripping: strippingMistakes(site),
    }).toEqual({ pairing: [], identities: [], mainIds: [], stripping: [] });
  });
});

afterAll(() => {
  process.stdout.write(
    `session sites: ${ran} sites of ${styles.length} styles in ${families.size} families\n`,
  );
});
