/**
 * One rule as a person writes it (figure 3-11 of the Smart Crawler paper): what it allows or what it denies, and why.
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

/** Written in place of a pattern, for what happens when no rule matches, as in section 5.6 of the Smart Crawler paper. It may stand anywhere in the list. */
export const DEFAULT_PATTERN = '**default**';
