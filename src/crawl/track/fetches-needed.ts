import type { ConfirmedChange, JudgedChange, VolatileRule } from '../../track/index.ts';

/** Further fetches of a page whose change is doubtful: two or even three may show the same advert by chance. */
const MOST_TWINS = 3;
/** On a site that shows visitors different texts, two in a row may see the same by chance. */
const TWINS_WHERE_TEXTS_ROTATE = 2;

/** How many further fetches have to agree before a change counts. */
export function fetchesNeeded(
  { changes, isDoubtful }: ConfirmedChange,
  rules: readonly VolatileRule[],
): number {
  if (isDoubtful) return MOST_TWINS;
  return rules.some(isAboutTexts) && !changes.some(isRewritten) ? TWINS_WHERE_TEXTS_ROTATE : 1;
}

/** Whether words of the page's own were changed. A text that came or went may be a box that not every answer has. */
function isRewritten({ change, isNoise, rules }: JudgedChange): boolean {
  return change.flag === 'changed' && !isNoise && rules.length === 0;
}

/** Most sites have numbers and codes that vary. Texts and pictures vary only where visitors see different ones. */
function isAboutTexts(rule: VolatileRule): boolean {
  return !rule.isOff && (rule.kind === 'segment' || (rule.kind === 'link' && rule.link.parameter === null));
}
