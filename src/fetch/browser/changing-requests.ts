import { type GraphqlOperation, graphqlOperations } from './graphql-operations.ts';

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
 * Whether a request may change something on the server. It only reads if its method says so, or if it is a GraphQL document with
 * queries only, a SPARQL query, or a search by its address and by all its fields. In doubt, it may change something.
 */
export function mayChange(request: PageRequest): boolean {
  const { headers, body } = request;
  const url = URL.parse(request.url);
  if (url === null) return true;
  const type = headers['content-type'] ?? '';
  const fields = fieldsOf(type, body);
  const asked: Field[] = [...url.searchParams];
  if (methodsNamed(headers, [...asked, ...(fields ?? [])]).some((method) => !reading.has(method)))
    return true;
  const method = request.method.toUpperCase();
  if (reading.has(method)) return asked.some(([name, value]) => name === 'query' && speaksOfMutation(value));
  if (method !== 'POST') return true;
  if (/^application\/sparql-query\b/i.test(type)) return false;
  if (isGraphql(url, type)) return looksLikeAction(url.pathname) || !asksByGraphql(type, body, ['query']);
  return !isSearch(url) || fields === null || [...asked, ...fields].some(isActionAt(url));
}

/** Something that a request carries: its name and its value, which is empty for what has fields itself. */
type Field = readonly [name: string, value: string];

/** Frameworks that know two methods only put another one into a header or a field. They differ in which counts when there are several. */
function methodsNamed(headers: PageRequest['headers'], fields: readonly Field[]): readonly string[] {
  const named = Object.entries(headers)
    .filter(([name]) => methodHeader.test(name))
    .flatMap(([, value]) => value.split(/[\s,;]+/));
  const inFields = fields.filter(([name]) => methodField.test(name)).map(([, value]) => value);
  return [...named, ...inFields].map((method) => method.trim().toUpperCase());
}

const methodHeader = /^x-(?:http-method(?:-override)?|method-override)$/i;
const methodField = /^(?:_method|_?http_?method|x-http-method(?:-override)?|x-method-override)(?:\[.*)?$/i;

const isGraphql = ({ pathname }: URL, type: string): boolean =>
  /^application\/graphql(?:$|[\s;])/i.test(type) || /\/(?:graphql|gql)(?:\.\w+)?(?:\/|$)/i.test(pathname);

/** Whether all operations of a request's GraphQL documents are of these kinds. What cannot be read is not. */
function asksByGraphql(type: string, body: string, kinds: readonly GraphqlOperation['kind'][]): boolean {
  const documents = graphqlDocuments(type, body) ?? [];
  const all = documents.map(graphqlOperations);
  return (
    all.length > 0 && all.every((each) => each.length > 0 && each.every(({ kind }) => kinds.includes(kind)))
  );
}

/** Whether the message of a GraphQL connection begins nothing but queries and subscriptions, ends one, or keeps the connection. */
export function readsByGraphql(message: string, address: string, protocol: string): boolean {
  const url = URL.parse(address);
  const isConnection = /^graphql-(?:ws|transport-ws)$/.test(protocol) || (url !== null && isGraphql(url, ''));
  const said = jsonOf(message);
  if (!isConnection || typeof said !== 'object' || said === null) return false;
  const { type, payload, id, ...more } = said as Readonly<Record<string, unknown>>;
  if (Object.keys(more).length > 0 || typeof id === 'object') return false;
  if (/^(?:ping|pong|connection_init|connection_terminate|complete|stop)$/.test(String(type))) return true;
  return (
    /^(?:start|subscribe)$/.test(String(type)) &&
    asksByGraphql('', JSON.stringify(payload) ?? '', ['query', 'subscription'])
  );
}

/** The GraphQL documents of a request, of which there may be several; null when it has none, or something beside them. */
function graphqlDocuments(type: string, body: string): readonly string[] | null {
  if (/^application\/graphql(?:$|[\s;])/i.test(type)) return [body];
  const all = jsonOf(body);
  const documents = (Array.isArray(all) ? all : [all]).map((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('query' in each)) return null;
    const isKnown = Object.keys(each).every((key) =>
      /^(?:query|variables|operationName|extensions)$/.test(key),
    );
    return isKnown ? each.query : null;
  });
  return documents.length > 0 && documents.every((each) => typeof each === 'string') ? documents : null;
}

/** GraphQL by GET is rare, and pages are searched by a field of the same name: only what says that it is a mutation is one. */
const speaksOfMutation = (document: string): boolean =>
  graphqlOperations(document).some(({ kind }) => kind === 'mutation') ||
  /\bmutation\b[^{]*\{/.test(document.replace(/"(?:\\.|[^"\\\n])*"|#[^\n]*/g, ''));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Singular: by a plural noun, such as `/searches` and `/suggestions`, an application is asked to keep one. */
const searching = new Set('search query find filter lookup autocomplete typeahead suggest'.split(' '));

/** A search is recognised by the last part of its address: `/api/search`, `/products/_search`, `/searchUsers`, `/docs:search`. */
function isSearch({ pathname }: URL): boolean {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  const [, verb = '', object = ''] =
    /^(?:[\w-]+:)?_?([A-Z]?[a-z]+)((?:[A-Z][a-z]+)*)(?:\.\w+)?$/.exec(last) ?? [];
  return searching.has(verb.toLowerCase()) && !/And|Or|Then/.test(object) && !looksLikeAction(pathname);
}

const changing = new Set(
  `add apply approve archive assign ban block buy cancel change checkout clear close commit confirm copy create deactivate activate delete deploy destroy
  disable drop edit enable erase execute grant import insert invite kick lock log mark merge modify move mutate mutation new order pay patch post publish purge put
  refund reject release remove rename replace reset resolve restart restore revoke run save saved send set share sign start stop store submit subscribe sync
  toggle transfer trigger unlock unsubscribe update upload upsert vote write`.split(/\s+/),
);

/** Whether one of the words of an address, a name or a short value changes something: `bulkDelete`, `set_status`. */
const looksLikeAction = (text: string): boolean =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => changing.has(word));

const namesAction =
  /^(?:_?actions?|_?method|_?op|ops|operations?|_?cmd|commands?|_?do|_?task|verb|mutations?)$/i;

/** Statements of a database, also where they are all that is sent: `/query` is where SQL and GraphQL are asked, too. */
const namesStatement = /^(?:query|sql|statements?|cypher|script)$/i;

/** `action=…`, `save=1`, `q=delete`. Of several words only those of a statement count. A list begins at a number: `start=20`. */
function isActionAt({ pathname }: URL): (field: Field) => boolean {
  const takesStatements = /query(?:\.\w+)?\/*$/i.test(pathname);
  return ([name, value]) => {
    if (namesAction.test(name) || speaksOfMutation(value)) return true;
    const isPlace = /^(?:start|order)$/i.test(name) && !looksLikeAction(value);
    const isRead = takesStatements || namesStatement.test(name) || !/\s/.test(value.trim());
    return (!isPlace && looksLikeAction(name)) || (isRead && looksLikeAction(value));
  };
}

/** No search has more fields than this. */
const mostFields = 2000;

/** The fields of JSON at any depth, or of a form; null for what is neither, and for what has files. */
function fieldsOf(type: string, body: string): readonly Field[] | null {
  const json = jsonOf(body);
  if (typeof json === 'object' && json !== null) return jsonFields(json);
  if (/^multipart\/form-data\b/i.test(type)) return multipartFields(body);
  const isForm = type === '' || /^(?:application\/x-www-form-urlencoded|text\/plain)\b/i.test(type);
  return isForm && body.includes('=') ? [...new URLSearchParams(body)] : null;
}

function jsonFields(json: object): readonly Field[] | null {
  const fields: Field[] = [];
  const left: object[] = [json];
  for (let each = left.pop(); each !== undefined; each = left.pop())
    for (const [name, value] of Object.entries(each) as [string, unknown][]) {
      if (fields.length === mostFields) return null;
      const isObject = typeof value === 'object' && value !== null;
      if (isObject) left.push(value);
      fields.push([Array.isArray(each) ? '' : name, isObject ? '' : String(value)]);
    }
  return fields;
}

function multipartFields(body: string): readonly Field[] | null {
  const [boundary = ''] = /^--[^\r\n]+/.exec(body) ?? [];
  if (boundary === '') return null;
  const parts = body.split(boundary).slice(1, -1);
  const fields = parts.map((part): Field | null => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /\bname="([^"]*)"/i.exec(head)?.[1];
    return name === undefined || /filename/i.test(head) ? null : [name, rest.join('\r\n\r\n').trim()];
  });
  return fields.every((field) => field !== null) ? fields : null;
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
