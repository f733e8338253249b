/**
 * One rule as a person writes it (B4, figure 3-11): what it allows or what it denies, and why.
 *
 *     - deny: '**default**'
 *     - allow: http://tw\.news\.yahoo\.com/technology/
 *     - deny: { glob: 'https://example.org/{print,tag}/**' }
 *       name: no print pages
 *     - deny: { regex: '/archive/', age: { min: 2 years } }
 */
export interface RuleDefinition {
  readonly allow?: RuleMatch | undefined;
  readonly deny?: RuleMatch | undefined;
  /** Shown with the rule's number. */
  readonly name?: string | undefined;
  readonly comment?: string | undefined;
}

/** A regular expression, as in the paper; `**default**` for what no other rule matches; or conditions that must all hold. */
export type RuleMatch = string | RuleConditions;

export interface RuleConditions {
  /** Found anywhere in the normalised URL: `^` and `$` tie it to the ends. */
  readonly regex?: string | undefined;
  /** Matches the whole normalised URL; see glob.ts. */
  readonly glob?: string | undefined;
  /** Links from the nearest start. */
  readonly depth?: Limits<number> | undefined;
  /** Media types, without parameters: `text/html`, `image/*`. */
  readonly type?: string | readonly string[] | undefined;
  /** Bytes, or with a unit: `5 MB`. */
  readonly size?: Limits<number | string> | undefined;
  /** Time since the page's Last-Modified date: `30 days`. */
  readonly age?: Limits<string> | undefined;
  /** Parameters: a name, or name=value. */
  readonly query?: QueryConditions | undefined;
}

/** Both ends are included. */
export interface Limits<Value> {
  readonly min?: Value | undefined;
  readonly max?: Value | undefined;
}

interface QueryConditions {
  /** All of them must be there. */
  readonly with?: string | readonly string[] | undefined;
  /** None of them may be there. */
  readonly without?: string | readonly string[] | undefined;
}

/** Written in place of a pattern, for what happens when no rule matches (section 5.6). It may stand anywhere in the list. */
export const DEFAULT_PATTERN = '**default**';

const ruleKeys = ['allow', 'deny', 'name', 'comment'];
const conditionKeys = ['regex', 'glob', 'depth', 'type', 'size', 'age', 'query'];
const partKeys: Readonly<Record<string, readonly string[]>> = {
  depth: ['min', 'max'],
  size: ['min', 'max'],
  age: ['min', 'max'],
  query: ['with', 'without'],
};

/**
 * Refuses a definition of the wrong shape: rules also come from files and databases, where types prove nothing. Throws
 * TypeError, whose message says what is wrong.
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
    throw new TypeError(`has no condition: write ${conditionKeys.join(', ')}, or .* for every URL`);
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
  throw new TypeError(`unknown key "${unknown}"; ${what} can have ${known.join(', ')}`);
}

function checkText(value: unknown, what: string): void {
  if (value !== undefined && typeof value !== 'string') throw new TypeError(`${what} must be text`);
}

function checkTexts(value: unknown, what: string): void {
  for (const text of Array.isArray(value) ? value : [value]) checkText(text, what);
}
