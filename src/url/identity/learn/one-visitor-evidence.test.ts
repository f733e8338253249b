import { describe, expect, it } from 'vitest';
import { describePlace } from '../identity-rule.ts';
import { OneVisitorEvidence } from './one-visitor-evidence.ts';

const [one, other, third] = [
  '9682993c8daa2c5497996114facdc805',
  '60303ae22b998861bce3b28f33eec1be',
  '068bd453c94c3c4c0b7ccca9a581597d',
] as const;
const links = (id: string, count = 8) =>
  Array.from({ length: count }, (_, n) => `http://e.org/topic?t=${n}&sid=${id}`);

/** What each answer shows, one after the other. */
const shown = (...answers: readonly (readonly [url: string, links: readonly string[]])[]) => {
  const evidence = new OneVisitorEvidence();
  return answers.map(([url, all]) =>
    evidence.note(url, all, []).map(({ kind, place }) => `${kind}: ${describePlace(place)}`),
  );
};
const isId = ['session id: query parameter "sid"'];
const isContent = ['content: query parameter "sid"'];

describe('one value on all links', () => {
  it('of an answer to an address without it is a session id', () => {
    expect(shown(['http://e.org/', links(one)])).toEqual([isId]);
  });

  it('of an answer to an address with it may be a document; two addresses tell', () => {
    const [first, second] = [`http://e.org/a?sid=${one}`, `http://e.org/b?sid=${one}`];
    expect(shown([first, links(one)], [first, links(one)], [second, links(one)])).toEqual([[], [], isId]);
  });

  it('may be renewed', () => {
    expect(shown(['http://e.org/', links(one)], [`http://e.org/a?sid=${one}`, links(other)])).toEqual([
      isId,
      isId,
    ]);
  });

  it('that is the value of its own address, after another one, is a document', () => {
    expect(shown(['http://e.org/', links(one)], [`http://e.org/a?sid=${other}`, links(other)])).toEqual([
      isId,
      isContent,
    ]);
  });
});

describe('nothing is said', () => {
  it('about few links, or some of many', () => {
    expect(shown(['http://e.org/', links(one, 5)])).toEqual([[]]);
    const plain = Array.from({ length: 5 }, (_, n) => `http://e.org/plain/${n}`);
    expect(shown(['http://e.org/', [...links(one), ...plain]])).toEqual([[]]);
  });

  it('about several values, now or later', () => {
    expect(
      shown(
        ['http://e.org/', [...links(one, 20), `http://e.org/next?sid=${other}`]],
        ['http://e.org/', links(one)],
      ),
    ).toEqual([[], []]);
  });
});

describe('beside a session id', () => {
  it('a copied link does not matter', () => {
    const copied = `http://e.org/elsewhere?sid=${third}`;
    expect(shown(['http://e.org/', links(one)], ['http://e.org/', [...links(one), copied]])).toEqual([
      isId,
      isId,
    ]);
  });

  it('another value for the same page is content', () => {
    const same = `http://e.org/topic?t=0&sid=${third}`;
    expect(shown(['http://e.org/', links(one)], ['http://e.org/', [...links(one), same]])).toEqual([
      isId,
      isContent,
    ]);
  });
});
