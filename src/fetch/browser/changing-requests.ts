/** A request as a page sends it. */
export interface PageRequest {
  readonly method: string;
  readonly url: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** '' when there is none, or when it is not text. */
  readonly body: string;
}

/** Methods that only read, by RFC 9110, RFC 4918, RFC 3253, RFC 5323 and the draft of QUERY. */
const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'REPORT', 'SEARCH']);

/**
 * Whether a request may change something on the server. It only reads if its method says so, or if it is a GraphQL document
 * without a mutation, a SPARQL query, or a search by its address. In doubt, it may change something.
 */
export function mayChange(request: PageRequest): boolean {
  if (!reading.has(methodOf(request))) return methodOf(request) !== 'POST' || !onlyReads(request);
  return false;
}

/** The method that the server applies: frameworks that only know GET and POST put other methods into a header or a field. */
function methodOf({ method, headers, url, body }: PageRequest): string {
  const hidden =
    headers['x-http-method-override'] ??
    headers['x-http-method'] ??
    headers['x-method-override'] ??
    /(?:^|[?&])_method=(\w+)/i.exec(`${URL.parse(url)?.search ?? ''}&${body.slice(0, 10_000)}`)?.[1];
  const said = method.toUpperCase();
  return hidden === undefined || !/^[a-z]+$/i.test(hidden) || reading.has(hidden.toUpperCase())
    ? said
    : hidden.toUpperCase();
}

function onlyReads({ url, headers, body }: PageRequest): boolean {
  const type = headers['content-type'] ?? '';
  if (/^application\/sparql-query\b/i.test(type)) return true;
  const documents = graphqlDocuments(type, body);
  return documents === null ? isSearch(url, body) : documents.every(isGraphqlQuery);
}

/** The GraphQL documents of a request, one or several; null when it has none. */
function graphqlDocuments(type: string, body: string): readonly string[] | null {
  if (/^application\/graphql\b/i.test(type)) return [body];
  const all = jsonOf(body);
  const operations = Array.isArray(all) ? all : [all];
  const documents = operations.map((each) =>
    typeof each === 'object' && each !== null && 'query' in each ? each.query : null,
  );
  const areGraphql = documents.every((each): each is string => typeof each === 'string' && /[{]/.test(each));
  return areGraphql && documents.length > 0 ? documents : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether all operations of a GraphQL document are queries or subscriptions. False for a document that cannot be parsed. */
function isGraphqlQuery(document: string): boolean {
  const kinds = graphqlOperations(document);
  return kinds.length > 0 && kinds.every(({ kind }) => kind === 'query' || kind === 'subscription');
}

interface GraphqlOperation {
  readonly kind: string;
  readonly name: string;
}

/** The operations of a GraphQL document, read outside of all braces. Empty when the text is not GraphQL. */
function graphqlOperations(document: string): readonly GraphqlOperation[] {
  const operations: GraphqlOperation[] = [];
  let depth = 0;
  let words: string[] = [];
  const tokens = document.matchAll(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}()[\]]|[A-Za-z_]\w*/g);
  for (const [token] of tokens) {
    if (/^["#]/.test(token)) continue;
    if (token === '{' && depth === 0) {
      const [kind = 'query', name = ''] = words;
      if (kind !== 'fragment') operations.push({ kind, name });
    }
    if (/[{([]/.test(token)) depth++;
    else if (/[})\]]/.test(token)) {
      depth--;
      if (depth < 0) return [];
      if (token === '}' && depth === 0) words = [];
    } else if (depth === 0) words.push(token);
  }
  return depth === 0 && operations.every(({ kind }) => /^(?:query|mutation|subscription)$/.test(kind))
    ? operations
    : [];
}

const searching = new Set(
  'search searches msearch find lookup suggest suggestion suggestions autocomplete typeahead'.split(' '),
);
/** A request with one of these words in its address or its fields is not just a search. */
const changing =
  /(?:^|[^a-z])(?:add|apply|cancel|clear|create|delete|drop|edit|insert|merge|new|patch|publish|purge|put|remove|replace|reset|save|saved|send|set|store|subscribe|update|upload|write)(?:[^a-z]|$)/i;

/** A search is recognised by the last part of its address: `/api/search`, `/products/_search`, `/searchUsers`, `/docs:search`. */
function isSearch(address: string, body: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const parts = spaced(url.pathname).split('/').filter(Boolean);
  const last = (parts.at(-1) ?? '').replace(/\.\w+$/, '').toLowerCase();
  const words = last.match(/[a-z]+/g) ?? [];
  const first = /:/.test(last) ? words.at(-1) : words[0];
  const fields = fieldNames(body);
  const all = [...parts, spaced(url.search), ...fields.map(spaced), ...actionsIn(body)].join(' ');
  return first !== undefined && searching.has(first) && !changing.test(all);
}

const spaced = (text: string): string => text.replace(/([a-z])([A-Z])/g, '$1 $2');

function fieldNames(body: string): readonly string[] {
  const json = jsonOf(body);
  if (typeof json === 'object' && json !== null) return Object.keys(json).slice(0, 200);
  return body.includes('=') ? [...new URLSearchParams(body).keys()].slice(0, 200) : [];
}

/** The actions that a form asks for: `action=delete`. */
function actionsIn(body: string): readonly string[] {
  return [...body.matchAll(/(?:action|op|cmd|command|do|task|method)["']?\s*[=:]\s*["']?([\w-]+)/gi)].map(
    ([, action = '']) => action,
  );
}

/** The longest description of the body of a request. */
const longest = 80;

/** A request as people read it: `DELETE /cards/7`, `POST /status status=cancelled`, `POST /graphql mutation addCard`. */
export function requestInWords({ method, url, headers, body }: PageRequest, page: string): string {
  const to = URL.parse(url);
  const isHere = to !== null && to.origin === URL.parse(page)?.origin;
  const address = to !== null && isHere ? `${to.pathname}${to.search}` : url;
  const what = carriedInWords(headers['content-type'] ?? '', body);
  return `${method.toUpperCase()} ${cut(address, 3 * longest)}${what === '' ? '' : ` ${cut(what, longest)}`}`;
}

function carriedInWords(type: string, body: string): string {
  const operations = (graphqlDocuments(type, body) ?? []).flatMap(graphqlOperations);
  if (operations.length > 0) return operations.map(({ kind, name }) => `${kind} ${name}`.trim()).join(', ');
  if (!/urlencoded/i.test(type)) return '';
  return [...new URLSearchParams(body)]
    .map(([name, value]) => (/pass|token|secret|csrf|nonce|key/i.test(name) ? name : `${name}=${value}`))
    .join(' ');
}

const cut = (text: string, most: number): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
};
