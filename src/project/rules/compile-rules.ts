import { ProjectError } from '../errors.ts';
import type { UrlPatternEntry } from '../file/schema/addresses.ts';
import { compileConditions } from './conditions.ts';
import {
  checkDefinition,
  DEFAULT_PATTERN,
  type RuleConditions,
  type RuleDefinition,
} from './rule-definition.ts';
import { type CompiledRule, labelOf, type RuleDefault, RuleSet } from './rule-set.ts';
import { globPattern, patternDoubt, regexPattern, type UrlPattern } from './url-pattern.ts';

/**
 * Instructions of the patterns of all rules together, and a few for each rule: 10 of the largest patterns, or 2,000 ordinary ones. An address of 2,048
 * characters then takes 7 s where each pattern is as bad as can be, instead of an hour.
 */
const MOST_INSTRUCTIONS = 50_000;
const INSTRUCTIONS_OF_RULE = 5;

/** Throws PROJECT_RULE_INVALID, whose message gives the number of the rule and what to write instead. */
export function compileRules(definitions: readonly RuleDefinition[]): RuleSet {
  const rules: CompiledRule[] = [];
  let byDefault: RuleDefault | null = null;
  let instructions = 0;
  for (const [place, definition] of definitions.entries()) {
    const number = place + 1;
    try {
      checkDefinition(definition);
      if (isDefault(definition)) {
        if (byDefault !== null) throw new TypeError(`is a second default, after rule ${byDefault.number}`);
        byDefault = { verdict: verdictOf(definition), number };
        continue;
      }
      const rule = compileRule(definition, number);
      rules.push(rule);
      instructions += INSTRUCTIONS_OF_RULE + (rule.pattern?.size ?? 0);
      if (instructions > MOST_INSTRUCTIONS)
        throw new RangeError(
          'together with those before it, it costs too much for every link: write fewer or simpler patterns, or several projects',
        );
    } catch (error) {
      throw invalid(`rule ${number}`, error);
    }
  }
  if (byDefault === null && rules.length > 0 && rules.every(({ verdict }) => verdict === 'accept')) {
    const problem = `every rule allows, so nothing is kept out: add deny: '${DEFAULT_PATTERN}' to keep out the rest`;
    throw invalid('rules', new TypeError(problem));
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
  if (regex !== undefined) return regexPattern(regex);
  return glob === undefined ? null : globPattern(glob);
}

const wordsOf = ({ kind, source }: UrlPattern): string =>
  kind === 'regex' ? `URL matches ${source}` : `URL is ${source}`;

const isDefault = ({ allow, deny }: RuleDefinition): boolean => (allow ?? deny) === DEFAULT_PATTERN;

const verdictOf = ({ allow }: RuleDefinition): 'accept' | 'reject' =>
  allow === undefined ? 'reject' : 'accept';

function invalid(where: string, error: unknown): unknown {
  const isExpected =
    error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  return isExpected ? new ProjectError('PROJECT_RULE_INVALID', `${where}: ${error.message}`, error) : error;
}

/** Whether one of the patterns fits a URL; costs the same however hostile they are. */
export function anyPattern(patterns: readonly UrlPatternEntry[]): (url: string) => boolean {
  if (patterns.length === 0) return () => false;
  const rules = compileRules([{ deny: '**default**' }, ...patterns.map((allow) => ({ allow }))]);
  return (url) => rules.decide({ url }).verdict === 'accept';
}
