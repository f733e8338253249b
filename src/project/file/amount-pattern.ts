/** Nobody means more, and a part of the smallest unit is nothing. */
const MOST_DECIMALS = 3;

/**
 * Texts of at least `least` of the smallest unit. A JSON Schema cannot compute, so the spelling alone must decide: each
 * unit has so few decimals that what is not zero is never rounded to less.
 */
export function amountPattern(units: ReadonlyMap<string, number>, least: number): RegExp {
  const large = [...units].filter(([, factor]) => factor >= least);
  const spellings = [...Map.groupBy(large, ([, factor]) => numberPattern(factor, least))].map(
    ([number, same]) => `${number}\\s*(?:${same.map(([unit]) => inAnyCase(unit)).join('|')})`,
  );
  const notZero = least === 0 ? '' : '(?=[0.]*[1-9])';
  return new RegExp(`^\\s*${notZero}(?:${spellings.join('|')})\\s*$`);
}

function numberPattern(factor: number, least: number): string {
  const decimals = Math.min(Math.floor(Math.log10(factor / Math.max(least, 1))), MOST_DECIMALS);
  return `\\d{1,15}${decimals === 0 ? '' : `(?:\\.\\d{1,${decimals}})?`}`;
}

/** `[kK][bB]`: patterns of a JSON Schema have no flags. */
function inAnyCase(unit: string): string {
  return unit.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
