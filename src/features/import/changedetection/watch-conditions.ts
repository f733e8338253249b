import { cameOver, type FileMap, type ImportedPart, joinImported, noEqual } from '../imported-part.ts';
import { escapedPattern, usablePattern } from '../pattern-from.ts';
import { mapOf, textIn, type UntypedMap, valuesOf } from '../untyped-values.ts';

/** A condition on the page: `extracted_number < 30`, `page_filtered_text contains_regex ...`. */
export function conditionsFrom(watch: UntypedMap, only: readonly string[]): ImportedPart {
  const all = valuesOf(watch['conditions'])
    .map(mapOf)
    .filter(({ field }) => textIn(field) !== '');
  const found = all.map((one) => conditionFrom(one, only));
  const detectors = found.flatMap((part) => part.detectors ?? []);
  const joined = joinImported(found);
  const areAllNeeded = textIn(watch['conditions_match_logic']) !== 'ANY';
  if (detectors.length < 2 || !areAllNeeded) return joined;
  // About one piece of text; what is about the page cannot be combined with it.
  return { ...joined, detectors: [{ name: 'all conditions', all: detectors }] };
}

const limits: Readonly<Record<string, 'below' | 'above'>> = {
  '<': 'below',
  '<=': 'below',
  '>': 'above',
  '>=': 'above',
};

function conditionFrom(given: UntypedMap, only: readonly string[]): ImportedPart {
  const [field, operator, value] = [
    textIn(given['field']),
    textIn(given['operator']),
    textIn(given['value']),
  ];
  const what = `condition: ${field} ${operator} ${value}`;
  if (field === 'extracted_number') {
    const limit = limits[operator];
    const [selector, another] = only;
    if (limit === undefined || !Number.isFinite(Number(value)) || value === '')
      return noEqual(what, 'numbers are compared with below and above');
    if (selector === undefined || another !== undefined)
      return noEqual(what, 'it does not say which number of the page: write a detector, as in "price < 30"');
    return cameOver(what, `a detector: the number at ${selector}`, {
      detectors: [{ number: { selector, [limit]: Number(value) } }],
    });
  }
  const text = textCondition(operator, value);
  if (text === null || !/text|title/.test(field))
    return noEqual(what, 'there is no such condition: see docs/detectors.md');
  return cameOver(what, 'a detector', { detectors: [text] });
}

/** Case counts for `in` only. What must not be there is told when it goes. */
function textCondition(operator: string, value: string): FileMap | null {
  const pattern: Readonly<Record<string, string>> = {
    contains_regex: `(?i)${value}`,
    starts_with: `(?i)^${escapedPattern(value.trim())}`,
    ends_with: `(?i)${escapedPattern(value.trim())}$`,
    in: escapedPattern(value),
  };
  const isAbsence = operator.startsWith('!');
  const usable =
    value === '' ? null : usablePattern(pattern[isAbsence ? operator.slice(1) : operator] ?? '(');
  if (usable === null) return null;
  return isAbsence ? { pattern: usable, in: 'removed' } : { pattern: usable };
}
