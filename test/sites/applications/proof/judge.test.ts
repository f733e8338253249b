import { describe, expect, it } from 'vitest';
import type { Expected, Truth } from '../application.ts';
import { judge } from './judge.ts';

function judged(flag: string | null, truth: Truth | null, certain?: Expected) {
  const page = { file: '1', url: '/p', flag: flag ?? '', reason: '' };
  const result = judge({
    pages: new Map(flag === null ? [] : [['/p', page]]),
    known: new Set(['/p']),
    verdicts: new Map([['/p', { truth, why: '' }]]),
    certain: new Map(certain === undefined ? [] : [['/p', certain]]),
  });
  const { judged: count, false: falsely, missed, doubtful, disputed } = result;
  return [count, falsely.length, missed.length, doubtful.length, disputed.length];
}

describe('flags against the truth', () => {
  it('right, false and missed', () => {
    expect(judged('UPD', 'UPD')).toEqual([1, 0, 0, 0, 0]);
    expect(judged('UPD', 'SAM')).toEqual([1, 1, 0, 0, 0]);
    expect(judged('SAM', 'UPD')).toEqual([1, 0, 1, 0, 0]);
    expect(judged('UPD', 'MIS')).toEqual([1, 1, 0, 0, 0]);
  });

  it('a change of a page that the report does not have is missed', () => {
    expect(judged(null, 'UPD')).toEqual([1, 0, 1, 0, 0]);
    expect(judged(null, 'SAM')).toEqual([0, 0, 0, 0, 0]);
  });

  it('what the oracle will not say is not judged, unless an edit makes it certain', () => {
    expect(judged('UPD', null)).toEqual([0, 0, 0, 1, 0]);
    expect(judged('SAM', null, 'UPD')).toEqual([1, 0, 1, 0, 0]);
  });

  it('an edit and an oracle that disagree are a fault of the proof', () => {
    expect(judged('SAM', 'SAM', 'UPD')).toEqual([0, 0, 0, 0, 1]);
  });

  it('a page that says with status 200 that it is gone may be missing or in error', () => {
    expect(judged('ERR', 'UPD', 'MIS or ERR')).toEqual([1, 0, 0, 0, 0]);
    expect(judged('UPD', 'UPD', 'MIS or ERR')).toEqual([1, 1, 0, 0, 0]);
  });
});
