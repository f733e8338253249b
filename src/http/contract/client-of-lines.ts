import type { Answer, AskedOf, Endpoint, EndpointTable, JsonOf } from './endpoint.ts';
import type { Problem } from './values.ts';

/** The server refused, or failed. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** JSON comes as values; bytes and events come as the response, to be read as they arrive. */
type Got<E extends Endpoint> = E['answer']['kind'] extends 'json'
  ? JsonOf<E>
  : E['answer']['kind'] extends 'nothing'
    ? undefined
    : Response;

/** One function for every endpoint. */
export type ClientOf<T extends EndpointTable> = {
  readonly [K in keyof T]: (given: AskedOf<T[K]>, init?: RequestInit) => Promise<Got<T[K]>>;
};

export interface ClientOptions {
  /** Where the server is, without a slash at the end; empty in a page that it serves itself. */
  readonly url: string;
  /** Left out where a cookie says who is asking. */
  readonly token?: string;
}

/** Calls a server by a table of lines. Every function throws a ProblemError where the server answers with a problem. */
export function clientOfLines<T extends EndpointTable>(
  lines: EndpointLines<T>,
  { url, token }: ClientOptions,
): ClientOf<T> {
  const calls = Object.entries<EndpointLine>(lines).map(([name, line]) => [
    name,
    async (given: Record<string, unknown>, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      // With a cookie, this shows that no page of another site wants a change. GET has no such header: browsers reuse preloaded answers only without headers.
      else if (line.method !== 'GET') headers.set('x-tidemark-client', 'tidemark');
      if (line.hasBody) headers.set('content-type', 'application/json');
      const answer = await fetch(url + addressOf(line, given), {
        ...init,
        method: line.method,
        headers,
        ...(line.hasBody && { body: JSON.stringify(given['body']) }),
      });
      if (answer.status >= 400) throw new ProblemError((await answer.json()) as Problem);
      if (line.answer === 'json') return (await answer.json()) as unknown;
      return line.answer === 'nothing' ? undefined : answer;
    },
  ]);
  return Object.fromEntries(calls) as ClientOf<T>;
}

function addressOf({ path, query }: EndpointLine, given: Readonly<Record<string, unknown>>): string {
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const asked = query.filter((name) => given[name] !== undefined);
  if (asked.length === 0) return address;
  const written = asked.map((name): [string, string] => [name, String(given[name])]);
  return `${address}?${new URLSearchParams(written)}`;
}

/** What a client must know of an endpoint to call it: the table without its schemas, which are large. */
interface EndpointLine {
  readonly method: Endpoint['method'];
  /** Parameters are written `:name`. */
  readonly path: string;
  /** The names that may stand in the query. */
  readonly query: readonly string[];
  readonly hasBody: boolean;
  readonly answer: Answer['kind'];
}

const lineOf = ({ method, path, query, body, answer }: Endpoint): EndpointLine => ({
  method,
  path,
  query: Object.keys(query?.shape ?? {}),
  hasBody: body !== undefined,
  answer: answer.kind,
});

/** The table as plain data. */
export type EndpointLines<T extends EndpointTable> = { readonly [K in keyof T]: EndpointLine };

export const linesOf = <T extends EndpointTable>(endpoints: T): EndpointLines<T> =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, each]) => [name, lineOf(each)]),
  ) as EndpointLines<T>;
