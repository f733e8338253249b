import type { Judgement } from './judge.ts';

const names = ['NEW', 'SAM', 'UPD', 'MIS', 'ERR', '-'] as const;

/** Truth in the rows, flags in the columns; `-` stands for pages that do not exist, or are not in the report. */
export function confusionMatrix(judgements: readonly Judgement[]): string {
  const pairs = judgements.flatMap((judgement) => judgement.pairs);
  const cell = (text: string | number): string => String(text).padStart(7);
  const rows = names.map((truth) => {
    const counts = names.map(
      (flag) => pairs.filter((pair) => pair.truth === truth && pair.flag === flag).length,
    );
    return `${truth.padEnd(6)}${counts.map(cell).join('')}`;
  });
  return [`truth ${names.map(cell).join('')}`, ...rows].join('\n');
}

/** One line for each mistake, with all that is needed to reproduce it. */
export function describeMistakes(judgements: readonly Judgement[]): readonly string[] {
  return judgements
    .flatMap(({ mistakes }) => mistakes)
    .map(
      ({ seed, visit, key, truth, flag, reason, edit }) =>
        `seed ${seed}, visit ${visit}, ${key}: ${truth} was reported as ${flag} (${reason})${edit === '' ? '' : `; edit: ${edit}`}`,
    );
}
