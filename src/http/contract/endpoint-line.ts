import type { Answer, Endpoint } from './endpoint.ts';

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

export const lineOf = ({ method, path, query, body, answer }: Endpoint): EndpointLine => ({
  method,
  path,
  query: Object.keys(query?.shape ?? {}),
  hasBody: body !== undefined,
  answer: answer.kind,
});
