/**
 * One rule as a person writes it (B4, figure 3-11): what it allows or denies, one of the two, and why.
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
  /** Shown instead of the bare number. */
  readonly name?: string | undefined;
  readonly comment?: string | undefined;
}

/** A regular expression, as in the paper; `**default**` for what no other rule matches; or conditions that must all hold. */
export type RuleMatch = string | RuleConditions;

export interface RuleConditions {
  /** Found anywhere in the normalised URL: `^` and `$` tie it to its ends. */
  readonly regex?: string | undefined;
  /** Is the whole normalised URL; see glob.ts. */
  readonly glob?: string | undefined;
  /** Links from the nearest start. */
  readonly depth?: Limits<number> | undefined;
  /** Media types, without parameters: `text/html`, `image/*`. */
  readonly type?: string | readonly string[] | undefined;
  /** Bytes, or with a unit: `5 MB`. */
  readonly size?: Limits<number | string> | undefined;
  /** How long ago the page says it was last changed: `30 days`. */
  readonly age?: Limits<string> | undefined;
  /** Parameters: a name, or name=value. */
  readonly query?: QueryConditions | undefined;
}

/** Both ends belong to it. */
export interface Limits<Value> {
  readonly min?: Value | undefined;
  readonly max?: Value | undefined;
}

export interface QueryConditions {
  /** All of them must be there. */
  readonly with?: string | readonly string[] | undefined;
  /** None of them may be there. */
  readonly without?: string | readonly string[] | undefined;
}

/** Written in place of a pattern for what happens when no rule matches (section 5.6). It may stand anywhere in the list. */
export const DEFAULT_PATTERN = '**default**';
