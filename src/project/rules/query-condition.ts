import type { Condition } from './rule-subject.ts';

/** A parameter of a query: any value when `value` is null. */
interface WantedParameter {
  readonly name: string;
  readonly value: string | null;
}

/** Which parameters must, and must not, be in the query. Names and values are compared decoded, upper and lower case apart. */
export function queryCondition(present: readonly string[], absent: readonly string[]): Condition {
  if (present.length + absent.length === 0) throw new RangeError('query needs with or without');
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
  const sign = text.indexOf('=');
  const name = sign === -1 ? text : text.slice(0, sign);
  if (name === '') throw new RangeError(`query cannot ask for "${text}": write a name, or name=value`);
  return { name, value: sign === -1 ? null : text.slice(sign + 1) };
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const end = url.indexOf('#', start);
  return url.slice(start + 1, end === -1 ? undefined : end);
}
