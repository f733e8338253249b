import { InputError } from '../../base/index.ts';
import { ProjectError } from '../errors.ts';
import type { UrlPatternEntry } from '../file/schema/addresses.ts';
import { compileConditions } from './conditions.ts';
import { DEFAULT_PATTERN, type RuleConditions, type RuleDefinition } from './rule-definition.ts';
import { type CompiledRule, labelOf, type RuleDefault, RuleSet } from './rule-set.ts';
import { globPattern, patternDoubt, regexPattern, type UrlPattern } from './url-pattern.ts';

/**
 * Instructions of the patterns of all rules together, and a few for each rule: 10 of the largest patterns, or 2,000 ordinary ones. An address of
 * 2,048 characters then takes 7 s in the worst case.
 */
const MOST_INSTRUCTIONS = 50_000;
const INSTRUCTIONS_OF_RULE = 5;

/** A rule that cannot be used, or a list of rules. */
export class RuleError extends ProjectError {
  /** From 1; null when it is about all of them. */
  readonly rule: number | null;
  readonly problem: InputError;

  constructor(rule: number | null, problem: InputError) {
    super('PROJECT_RULE_INVALID', problem.after(rule === null ? 'rules: ' : `rule ${rule}: `), problem);
    this.rule = rule;
    this.problem = problem;
  }
}

/** The schema of project files has checked the shape of the definitions. Throws RuleError (PROJECT_RULE_INVALID). */
export function compileRules(definitions: readonly RuleDefinition[]): RuleSet {
  const rules: CompiledRule[] = [];
  let byDefault: RuleDefault | null = null;
  let instructions = 0;
  for (const [place, definition] of definitions.entries()) {
    const number = place + 1;
    try {
      if (isDefault(definition)) {
        if (byDefault !== null) throw new InputError(`is a second default, after rule ${byDefault.number}`);
        byDefault = { verdict: verdictOf(definition), number };
        continue;
      }
      const rule = compileRule(definition, number);
      rules.push(rule);
      instructions += INSTRUCTIONS_OF_RULE + (rule.pattern?.size ?? 0);
      if (instructions > MOST_INSTRUCTIONS)
        throw new InputError({
          reason: 'together with those before it, it costs too much for every link',
          hint: 'write fewer or simpler patterns, or several projects',
        });
    } catch (error) {
      throw error instanceof InputError ? new RuleError(number, error) : error;
    }
  }
  if (byDefault === null && rules.length > 0 && rules.every(({ verdict }) => verdict === 'accept')) {
    const hint = `add deny: '${DEFAULT_PATTERN}' to keep out the rest`;
    throw new RuleError(null, new InputError({ reason: 'every rule allows, so nothing is kept out', hint }));
  }
  return new RuleSet(rules, byDefault ?? { verdict: 'accept', number: null });
}

function compileRule(definition: RuleDefinition, number: number): CompiledRule {
  const match = definition.allow ?? definition.deny ?? {};
  const conditions: RuleConditions = typeof match === 'string' ? { regex: match } : match;
  const pattern = patternOf(conditions);
  const furtherConditions = compileConditions(conditions);
  const verdict = verdictOf(definition);
  const name = definition.name ?? null;
  const words = [
    ...(pattern === null ? [] : [wordsOf(pattern)]),
    ...furtherConditions.map((one) => one.words),
  ];
  return {
    number,
    name,
    comment: definition.comment ?? null,
    verdict,
    pattern,
    conditions: furtherConditions,
    reason: `${labelOf({ number, name })} ${verdict === 'accept' ? 'allows' : 'denies'} it: ${words.join(' and ')}`,
    doubt: pattern === null ? null : patternDoubt(pattern),
  };
}

function patternOf({ regex, glob }: RuleConditions): UrlPattern | null {
  if (regex !== undefined && glob !== undefined)
    throw new InputError({
      reason: 'has both regex and glob',
      hint: 'write two rules, or put both into one regex',
    });
  if (regex !== undefined) return regexPattern(regex);
  return glob === undefined ? null : globPattern(glob);
}

const wordsOf = ({ kind, source }: UrlPattern): string =>
  kind === 'regex' ? `URL matches ${source}` : `URL is ${source}`;

const isDefault = ({ allow, deny }: RuleDefinition): boolean => (allow ?? deny) === DEFAULT_PATTERN;

const verdictOf = ({ allow }: RuleDefinition): 'accept' | 'reject' =>
  allow === undefined ? 'reject' : 'accept';

/** Whether one of the patterns matches a URL. Hostile patterns cost no more than others. */
export function anyPattern(patterns: readonly UrlPatternEntry[]): (url: string) => boolean {
  if (patterns.length === 0) return () => false;
  const rules = compileRules([{ deny: '**default**' }, ...patterns.map((allow) => ({ allow }))]);
  return (url) => rules.decide({ url }).verdict === 'accept';
}
