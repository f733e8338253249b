import type { RuleConditions } from './rule-definition.ts';

const ruleKeys = ['allow', 'deny', 'name', 'comment'];
const conditionKeys = ['regex', 'glob', 'depth', 'type', 'size', 'age', 'query'];
const partKeys: Readonly<Record<string, readonly string[]>> = {
  depth: ['min', 'max'],
  size: ['min', 'max'],
  age: ['min', 'max'],
  query: ['with', 'without'],
};

/**
 * Refuses what has the wrong shape: rules also come out of files and databases, where types say nothing. Throws
 * TypeError with words for what is wrong.
 */
export function checkDefinition(definition: unknown): void {
  const rule = mappingOf(definition, 'a rule');
  checkKeys(rule, ruleKeys, 'a rule');
  for (const key of ['name', 'comment']) checkText(rule[key], key);
  const match = rule['allow'] ?? rule['deny'];
  if ((rule['allow'] === undefined) === (rule['deny'] === undefined)) {
    throw new TypeError('needs either allow or deny');
  }
  if (typeof match !== 'string') checkConditions(match);
}

function checkConditions(match: unknown): asserts match is RuleConditions {
  const conditions = mappingOf(
    match,
    'what it allows or denies',
    'a regular expression or a map of conditions',
  );
  checkKeys(conditions, conditionKeys, 'a pattern');
  for (const key of ['regex', 'glob']) checkText(conditions[key], key);
  for (const key of ['depth', 'size', 'age', 'query']) {
    const value = conditions[key];
    if (value !== undefined) checkKeys(mappingOf(value, key), partKeys[key] ?? [], key);
  }
  checkTexts(conditions['type'], 'type');
  const age = conditions['age'] as { readonly min?: unknown; readonly max?: unknown } | undefined;
  for (const value of [age?.min, age?.max]) {
    if (typeof value === 'number') throw new TypeError(`age needs a unit: write ${value} days`);
  }
  const query = conditions['query'] as { readonly with?: unknown; readonly without?: unknown } | undefined;
  checkTexts(query?.with, 'query');
  checkTexts(query?.without, 'query');
  if (conditions['regex'] !== undefined && conditions['glob'] !== undefined) {
    throw new TypeError('has both regex and glob: write two rules, or put both into one regex');
  }
  if (Object.values(conditions).every((value) => value === undefined)) {
    throw new TypeError(`asks for nothing: write ${conditionKeys.join(', ')}, or .* for every URL`);
  }
}

function mappingOf(
  value: unknown,
  what: string,
  wanted = 'a map of names to values',
): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new TypeError(`${what} must be ${wanted}`);
}

function checkKeys(mapping: Readonly<Record<string, unknown>>, known: readonly string[], what: string): void {
  const unknown = Object.keys(mapping).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new TypeError(`"${unknown}" is not known; ${what} may have ${known.join(', ')}`);
}

function checkText(value: unknown, what: string): void {
  if (value !== undefined && typeof value !== 'string') throw new TypeError(`${what} must be a text`);
}

function checkTexts(value: unknown, what: string): void {
  for (const text of Array.isArray(value) ? value : [value]) checkText(text, what);
}
