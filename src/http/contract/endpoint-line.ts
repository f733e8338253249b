import type { Answer, Endpoint, EndpointTable } from './endpoint.ts';

/** What a client must know of an endpoint to ask it: the table without its schemas, which are large. */
export interface EndpointLine {
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
