import { describe, expect, it } from 'vitest';
import type { Judgement } from './judge.ts';
import type { Look } from './look.ts';
import { unknownSibling, withoutUnknownAddresses } from './unknown-addresses.ts';

const url = 'http://e.org/diff/rope.txt';
const look = (text: string): Look => ({
  status: 'good',
  pages: [text.split(' ')],
  isFeed: false,
  body: text,
});
const reported: Judgement = {
  judged: 3,
  false: [{ url, truth: 'UPD', whyTruth: '', page: { file: '1', url, flag: 'MIS', reason: '' } }],
  missed: [],
  doubtful: [],
  disputed: [],
  found: 0,
};
const shown = (own: string, unknown: string) =>
  withoutUnknownAddresses(
    reported,
    async () =>
      new Map([
        [url, look(own)],
        [unknownSibling(url), look(unknown)],
      ]),
  );

describe('a page that is told as missing', () => {
  it('is not judged when it shows what unknown addresses show', async () => {
    const {
      judged,
      false: falsely,
      doubtful,
    } = await shown('No diff of rope at 11', 'No diff of qwyxjkvbz at 12');
    expect([judged, falsely.length, doubtful.length]).toEqual([2, 0, 1]);
  });

  it('is told falsely when it shows something else', async () => {
    const { judged, false: falsely, doubtful } = await shown('A diff of rope', 'No diff of qwyxjkvbz');
    expect([judged, falsely.length, doubtful.length]).toEqual([3, 1, 0]);
  });
});
