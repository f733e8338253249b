import { InputError, parseDuration, parseSize } from '../../base/index.ts';
import type { Limits, RuleConditions } from './rule-definition.ts';

/** What rules look at. A `Candidate` is one, as long as nothing has been fetched. */
export interface RuleSubject {
  /** Normalised. */
  readonly url: string;
  /** Null or absent when it is not known. */
  readonly depth?: number | null;
  /** Null or absent until the URL has been fetched. */
  readonly answer?: AnswerFacts | null;
}

/** What an answer says about itself. A rule that needs a fact which is null here does not match. */
export interface AnswerFacts {
  /** The Content-Type header; parameters are ignored. */
  readonly type: string | null;
  readonly bytes: number | null;
  /** Since the page's Last-Modified date. */
  readonly ageInSeconds: number | null;
}

/** Something that must hold for a rule to match. */
export interface Condition {
  /** As in "depth at least 4". */
  readonly words: string;
  /** What must be known first: "depth", "type". Null when the URL is enough. */
  readonly asksFor: string | null;
  /** Null when it cannot be known yet. */
  holds(subject: RuleSubject): boolean | null;
}

/** Every condition of a rule except its pattern, cheap ones first. Throws InputError. */
export function compileConditions({ depth, type, size, age, query }: RuleConditions): readonly Condition[] {
  const conditions: Condition[] = [];
  if (depth !== undefined) {
    const links = (subject: RuleSubject) => subject.depth ?? 'later';
    conditions.push(limitsCondition('depth', depth, wholeNumberOrNull, 'a whole number from 0 on', links));
  }
  if (type !== undefined) conditions.push(typeCondition(listOf(type)));
  if (size !== undefined) {
    const bytes = ofAnswer((answer) => answer.bytes);
    conditions.push(
      limitsCondition('size', size, (value) => parseSize(value), 'bytes, or a size such as 5 MB', bytes),
    );
  }
  if (age !== undefined) {
    const ms = ofAnswer(({ ageInSeconds }) => (ageInSeconds === null ? null : ageInSeconds * 1000));
    conditions.push(
      limitsCondition('age', age, (value) => parseDuration(value), 'a time such as 30 days', ms),
    );
  }
  if (query !== undefined) conditions.push(queryCondition(listOf(query.with), listOf(query.without)));
  return conditions;
}

const wholeNumberOrNull = (value: number): number | null =>
  Number.isSafeInteger(value) && value >= 0 ? value : null;

const ofAnswer =
  (fact: (answer: AnswerFacts) => number | null) =>
  ({ answer }: RuleSubject): number | null | 'later' =>
    answer === undefined || answer === null ? 'later' : fact(answer);

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** A depth, size or age between two values, both included. */
function limitsCondition<Value extends number | string>(
  name: string,
  limits: Limits<Value>,
  read: (value: Value) => number | null,
  example: string,
  measured: (subject: RuleSubject) => number | null | 'later',
): Condition {
  const { min, max } = limits;
  if (min === undefined && max === undefined) throw new InputError(`${name} needs min or max`);
  const value = (text: Value): number => {
    const number = read(text);
    if (number === null)
      throw new InputError({ reason: `${name} cannot be "${text}"`, hint: `write ${example}` });
    return number;
  };
  const low = min === undefined ? Number.NEGATIVE_INFINITY : value(min);
  const high = max === undefined ? Number.POSITIVE_INFINITY : value(max);
  if (low > high) throw new InputError(`${name} cannot be at least ${min} and at most ${max}`);
  return {
    words: `${name} ${limitsInWords(min, max)}`,
    asksFor: name,
    holds: (subject) => {
      const number = measured(subject);
      if (number === 'later') return null;
      return number !== null && number >= low && number <= high;
    },
  };
}

function limitsInWords(min: number | string | undefined, max: number | string | undefined): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
}

/** The media type is one of these; `image/*` is any image. Case and parameters (`; charset=...`) do not matter. */
function typeCondition(types: readonly string[]): Condition {
  if (types.length === 0) throw new InputError('type needs at least one media type, such as text/html');
  const wanted = types.map((type) => {
    const essence = type.trim().toLowerCase();
    if (!/^[\w.+-]+\/(?:\*|[\w.+-]+)$/.test(essence)) {
      throw new InputError({
        reason: `type cannot be "${type}"`,
        hint: 'write text/html, or image/* for all images',
      });
    }
    return essence.endsWith('/*') ? { family: essence.slice(0, -1) } : { essence };
  });
  return {
    words: `type is ${types.join(' or ')}`,
    asksFor: 'type',
    holds: ({ answer }) => {
      if (answer === undefined || answer === null) return null;
      const type = answer.type?.split(';', 1)[0]?.trim().toLowerCase();
      if (type === undefined) return false;
      return wanted.some((one) => ('family' in one ? type.startsWith(one.family) : type === one.essence));
    },
  };
}

/** A parameter of a query; null for any value. */
interface WantedParameter {
  readonly name: string;
  readonly value: string | null;
}

/** Parameters that must, and must not, be in the query. Names and values are compared decoded and case-sensitively. */
function queryCondition(present: readonly string[], absent: readonly string[]): Condition {
  if (present.length + absent.length === 0) throw new InputError('query needs with or without');
  const must = present.map(wantedParameter);
  const mustNot = absent.map(wantedParameter);
  return {
    words: [
      ...present.map((text) => `query has ${text}`),
      ...absent.map((text) => `query has no ${text}`),
    ].join(' and '),
    asksFor: null,
    holds: ({ url }) => {
      const query = new URLSearchParams(queryOf(url));
      const has = ({ name, value }: WantedParameter): boolean =>
        value === null ? query.has(name) : query.getAll(name).includes(value);
      return must.every(has) && !mustNot.some(has);
    },
  };
}

function wantedParameter(text: string): WantedParameter {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  if (name === '')
    throw new InputError({ reason: `query cannot be "${text}"`, hint: 'write a name, or name=value' });
  return { name, value: equals === -1 ? null : text.slice(equals + 1) };
}

function queryOf(url: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  return query;
}
