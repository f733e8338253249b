import { type JudgeVerdict, pairKey, type StatePair } from './verdict.ts';

/** How far two judges agree about the pairs that both of them have judged. */
export interface JudgesAgreement {
  readonly judges: readonly [string, string];
  readonly both: number;
  readonly agreed: number;
  /** Cohen's kappa: 1 for full agreement, 0 for what chance would bring; null without a pair in common. */
  readonly kappa: number | null;
  readonly disagreements: readonly StatePair[];
}

export function agreementOf(verdicts: readonly JudgeVerdict[], one: string, other: string): JudgesAgreement {
  const of = (name: string) =>
    new Map(verdicts.filter(({ judge }) => judge === name).map((each) => [pairKey(each), each] as const));
  const [mine, theirs] = [of(one), of(other)];
  const common = [...mine].flatMap(([key, a]) => {
    const b = theirs.get(key);
    return b === undefined ? [] : [[a, b] as const];
  });
  const agreed = common.filter(([a, b]) => a.verdict === b.verdict).length;
  const words = ['duplicate', 'different', 'unsure'] as const;
  const both = common.length;
  const byChance = words.reduce((sum, word) => {
    const share = (side: 0 | 1) => common.filter((pair) => pair[side].verdict === word).length / both;
    return sum + share(0) * share(1);
  }, 0);
  const observed = agreed / both;
  return {
    judges: [one, other],
    both,
    agreed,
    kappa: both === 0 ? null : byChance === 1 ? 1 : (observed - byChance) / (1 - byChance),
    disagreements: common
      .filter(([a, b]) => a.verdict !== b.verdict)
      .map(([a]) => ({ one: a.one, other: a.other })),
  };
}
