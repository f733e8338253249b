import { describe, expect, it } from 'vitest';
import type { Look } from './look.ts';
import { decide, type Looks } from './oracle.ts';

/** What three visitors saw; one text stands for all three. */
function saw(...texts: readonly string[]): Look {
  const pages = (texts.length === 1 ? [0, 1, 2].map(() => texts[0]) : texts).map(
    (text) => text?.split(' ') ?? [],
  );
  return { status: 'good', isFeed: false, pages, body: '' };
}

const gone: Look = { status: 'gone', isFeed: false, pages: [], body: '' };
const decided = (looks: Omit<Looks, 'later'> & Partial<Looks>) =>
  decide({ later: looks.after, ...looks }).truth;

describe('the oracle of the proof on real applications', () => {
  it('says SAM of the same words', () => {
    expect(decided({ earlier: saw('a boat'), before: saw('a boat'), after: saw('a boat') })).toBe('SAM');
  });

  it('says UPD of a word that came with the edits', () => {
    expect(decided({ earlier: saw('a boat'), before: saw('a boat'), after: saw('a ship') })).toBe('UPD');
  });

  it('says SAM of an age that ran on', () => {
    const [earlier, later] = [saw('boat 17 min'), saw('boat 2 hours')];
    expect(decided({ earlier, before: later, after: later })).toBe('SAM');
  });

  it('says UPD of a price: it stood still while time passed', () => {
    expect(
      decided({ earlier: saw('boat 29 . 10'), before: saw('boat 29 . 10'), after: saw('boat 30 . 10') }),
    ).toBe('UPD');
  });

  it('will not say whether a figure was edited where figures run with the clock', () => {
    expect(decided({ earlier: saw('boat 17'), before: saw('boat 34'), after: saw('boat 35') })).toBeNull();
  });

  it('says SAM of a counter that every visitor moves', () => {
    const [earlier, before, after] = [
      saw('seen 1', 'seen 2', 'seen 3'),
      saw('seen 4', 'seen 5', 'seen 6'),
      saw('seen 7', 'seen 8', 'seen 9'),
    ];
    expect(decided({ earlier, before, after })).toBe('SAM');
  });

  it('says SAM of how long the page took, also where all visitors agree by chance', () => {
    const [slow, fast] = [saw('took 0 . 004s'), saw('took 0 . 003s')];
    expect(decided({ earlier: fast, before: fast, after: slow })).toBe('SAM');
  });

  it('will not judge a word that is drawn', () => {
    const drawn = saw('boat gull', 'boat heron', 'boat gull');
    expect(decided({ earlier: drawn, before: drawn, after: saw('boat gull') })).toBeNull();
  });

  it('says UPD of an edit beside a drawn word', () => {
    const drawn = saw('boat gull', 'boat heron', 'boat gull');
    expect(
      decided({ earlier: drawn, before: drawn, after: saw('ship gull', 'ship heron', 'ship heron') }),
    ).toBe('UPD');
  });

  it('says UPD of another order that all visitors see', () => {
    expect(decided({ earlier: saw('one boat'), before: saw('boat ship'), after: saw('ship boat') })).toBe(
      'UPD',
    );
  });

  it('will not say what happened to a page that changes by itself', () => {
    expect(decided({ earlier: saw('boat'), before: saw('ship'), after: saw('ship') })).toBeNull();
    expect(
      decided({ earlier: saw('boat'), before: saw('boat'), after: saw('boat'), later: saw('ship') }),
    ).toBeNull();
  });

  it('says MIS of a page that is gone, and stays gone', () => {
    expect(decided({ earlier: saw('boat'), before: saw('boat'), after: gone })).toBe('MIS');
    expect(decided({ earlier: gone, before: gone, after: gone })).toBe('MIS');
  });
});
