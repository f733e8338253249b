import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOf } from '../judge-set.ts';
import { StateClasses } from './classes.ts';
import { judgementOf, type Likeness } from './judgement.ts';
import { allPairs, type JudgeVerdict, majority, pairKey, type VerdictWord } from './verdict.ts';

const said = (one: number, other: number, verdict: VerdictWord, judge = 'ada'): JudgeVerdict => ({
  one: Math.min(one, other),
  other: Math.max(one, other),
  judge,
  verdict,
});
const classesOf = (states: number, ...verdicts: readonly JudgeVerdict[]) =>
  new StateClasses(states, majority(verdicts));

describe('classes of states', () => {
  test('duplicates of duplicates are duplicates, and what differs from one of them differs from all', () => {
    const classes = classesOf(5, said(0, 1, 'duplicate'), said(2, 1, 'duplicate'), said(2, 3, 'different'));
    expect(classes.classOf).toEqual([0, 0, 0, 3, 4]);
    expect(classes.relation({ one: 0, other: 2 })).toEqual({ isSame: true, how: 'follows' });
    expect(classes.relation({ one: 0, other: 3 })).toEqual({ isSame: false, how: 'follows' });
    expect(classes.relation({ one: 2, other: 3 })).toEqual({ isSame: false, how: 'said' });
    expect(classes.relation({ one: 3, other: 4 })).toBeNull();
  });

  test('what contradicts other verdicts is listed', () => {
    const classes = classesOf(3, said(0, 1, 'duplicate'), said(1, 2, 'duplicate'), said(0, 2, 'different'));
    expect(classes.contradictions).toEqual([{ one: 0, other: 2 }]);
    expect(classes.classOf).toEqual([0, 0, 0]);
  });

  test('the majority of judges decides, and ties are undecided', () => {
    const votes = majority([
      said(0, 1, 'duplicate'),
      said(0, 1, 'duplicate', 'bea'),
      said(0, 1, 'different', 'zoe'),
      said(1, 2, 'duplicate'),
      said(1, 2, 'different', 'zoe'),
    ]);
    expect([...votes]).toEqual([
      ['0 1', 'duplicate'],
      ['1 2', 'unsure'],
    ]);
  });
});

describe('agreement of judges', () => {
  test("Cohen's kappa is that of the textbook", () => {
    // 50 proposals, 20 both yes, 15 both no, 5 and 10 against each other: 0.4.
    const verdicts = Array.from({ length: 50 }, (_, place) => {
      const [ada, zoe]: readonly [VerdictWord, VerdictWord] =
        place < 20
          ? ['duplicate', 'duplicate']
          : place < 35
            ? ['different', 'different']
            : place < 40
              ? ['duplicate', 'different']
              : ['different', 'duplicate'];
      return [said(place, 100, ada, 'ada'), said(place, 100, zoe, 'zoe')];
    }).flat();
    const { kappa, both, agreed, disagreements } = agreementOf(verdicts, 'ada', 'zoe');
    expect({ both, agreed }).toEqual({ both: 50, agreed: 35 });
    expect(kappa).toBeCloseTo(0.4, 10);
    expect(disagreements).toHaveLength(15);
  });

  test('it is 1 for judges who always say the same, and unknown without a pair in common', () => {
    const same = [said(0, 1, 'duplicate', 'ada'), said(0, 1, 'duplicate', 'zoe')];
    expect(agreementOf(same, 'ada', 'zoe').kappa).toBe(1);
    expect(
      agreementOf([said(0, 1, 'duplicate'), said(0, 2, 'different', 'zoe')], 'ada', 'zoe'),
    ).toMatchObject({
      both: 0,
      kappa: null,
    });
  });
});

describe('questions', () => {
  /** Asks until nothing is open, and answers with the truth. */
  function judged(classOf: readonly number[], likeness: (key: string) => Likeness) {
    const verdicts: JudgeVerdict[] = [];
    const of = (pair: { one: number; other: number }) => likeness(pairKey(pair));
    for (;;) {
      const judgement = judgementOf(classOf.length, verdicts, of);
      const { next } = judgement;
      if (next === null) return { asked: verdicts.length, judgement };
      verdicts.push(
        said(next.one, next.other, classOf[next.one] === classOf[next.other] ? 'duplicate' : 'different'),
      );
    }
  }
  const canonical = (names: readonly number[]) => names.map((name) => names.indexOf(name));

  test('whatever settings say, a judge who tells the truth ends with the truth where settings are not unanimous', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 1, maxLength: 9 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 99 })),
        (names, shares) => {
          const drawn = new Map(
            allPairs(names.length).map((pair) => [pairKey(pair), (shares.next().value ?? 1) / 100]),
          );
          const { asked, judgement } = judged(names, (key) => ({
            share: drawn.get(key) ?? 0.5,
            structure: 0.5,
          }));
          expect(judgement.classOf).toEqual(canonical(names));
          expect(judgement.open).toBe(0);
          expect(asked).toBe(judgement.known.said);
          expect(judgement.known.said + judgement.known.follows).toBe(judgement.pairs);
        },
      ),
    );
  });

  test('the most alike are asked first, and what follows is not asked', () => {
    const shares: Record<string, number> = { '0 1': 0.9, '0 2': 0.5, '1 2': 0.4 };
    const of = (pair: { one: number; other: number }) => ({
      share: shares[pairKey(pair)] ?? 0,
      structure: 0,
    });
    expect(judgementOf(3, [], of).next).toEqual({ one: 0, other: 1 });
    const { asked, judgement } = judged([0, 0, 2], (key) => ({ share: shares[key] ?? 0, structure: 0 }));
    expect(asked).toBe(2);
    expect(judgement.known).toEqual({ said: 2, follows: 1, agreed: 0 });
  });

  test('where all settings agree, three are asked for all, the most doubtful first', () => {
    const of = ({ one, other }: { one: number; other: number }) => ({
      share: 0,
      structure: (one + other) / 20,
    });
    expect(judgementOf(6, [], of).next).toEqual({ one: 4, other: 5 });
    const { asked, judgement } = judged([0, 1, 2, 3, 4, 5], () => ({ share: 0, structure: 0 }));
    expect(asked).toBe(3);
    expect(judgement.known).toEqual({ said: 3, follows: 0, agreed: 12 });
  });

  test('when a person disagrees with all settings, all of these pairs are asked', () => {
    const { asked, judgement } = judged([0, 0, 2, 3], () => ({ share: 0, structure: 0 }));
    expect(judgement.known.agreed).toBe(0);
    expect(judgement.classOf).toEqual([0, 0, 2, 3]);
    expect(asked).toBeGreaterThan(3);
  });

  test('undecided pairs are not asked again', () => {
    const { next, unsure, open } = judgementOf(2, [said(0, 1, 'unsure')], () => ({
      share: 0.5,
      structure: 0,
    }));
    expect({ next, unsure, open }).toEqual({ next: null, unsure: 1, open: 0 });
  });
});
