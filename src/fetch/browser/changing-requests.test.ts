import { describe, expect, test } from 'vitest';
import { mayChange, type PageRequest, readsByGraphql, requestInWords } from './changing-requests.ts';

const request = (
  method: string,
  path: string,
  body = '',
  headers: PageRequest['headers'] = {},
): PageRequest => ({ method, url: `https://app.example.org${path}`, headers, body });
const json = (path: string, body: unknown) => request('POST', path, JSON.stringify(body));
const getToo = { 'x-http-method': 'GET' };
const multipart = (path: string, fields: Readonly<Record<string, string>>) =>
  request(
    'POST',
    path,
    `${Object.entries(fields)
      .map(([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--edge--\r\n`,
    { 'content-type': 'multipart/form-data; boundary=edge' },
  );
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a request that only reads', () => {
  test.each([
    ['a page', request('GET', '/cards')],
    ['a question before a request to another site', request('OPTIONS', '/cards')],
    ['a search by its own method', request('QUERY', '/cards', 'name=Ann')],
    ['a GraphQL query', json('/graphql', { query: 'query Cards($n: Int) { cards(first: $n) { title } }' })],
    ['a GraphQL query without a name', json('/graphql', { query: '{ cards { title } }' })],
    [
      'a GraphQL query with fragments, which speaks of a mutation',
      json('/graphql', {
        query:
          '# mutation { no }\nquery A { cards(title: "mutation { x }") { ...C } } fragment C on Card { mutation }',
      }),
    ],
    [
      'several GraphQL queries',
      json('/graphql', [{ query: '{ a }' }, { query: 'query { cards(of: { name: "Ann" }) { ...C } }' }]),
    ],
    ['GraphQL as text', request('POST', '/g', '{ cards }', { 'content-type': 'application/graphql' })],
    ['SPARQL', request('POST', '/s', 'SELECT ?x', { 'content-type': 'application/sparql-query' })],
    ['a search', json('/api/search', { q: 'tide' })],
    ['a search of Elasticsearch', json('/cards/_search', { query: { match_all: {} } })],
    ['a search in camel case', json('/api/searchUsers', { name: 'Ann' })],
    ['a search as Google writes it', json('/v1/cards:search', {})],
    ['a search form', request('POST', '/search.php', 'q=tide&page=2', form)],
    ['suggestions', json('/suggest', { prefix: 'ti' })],
    ['a search from a place on', json('/search', { q: 'new shoes', start: 20, order: 'price' })],
    ['a search form without files', multipart('/search', { q: 'tide', kind: 'ship' })],
    ['a word that is looked for by GET', request('GET', '/docs?query=mutation')],
  ])('%s', (_, each) => expect(mayChange(each)).toBe(false));
});

describe('a request that may change something', () => {
  test.each([
    ['DELETE', request('DELETE', '/cards/7')],
    ['PUT', request('PUT', '/cards/7', '{}')],
    ['PATCH', request('PATCH', '/search', '{}')],
    ['an unknown method', request('MKCOL', '/folder')],
    ['a form', request('POST', '/status', 'status=cancelled', form)],
    ['a beacon', request('POST', '/track', 'seen')],
    ['a GraphQL mutation', json('/graphql', { query: 'mutation Drop { dropCard(id: 7) { id } }' })],
    ['a mutation beside a query', json('/graphql', { query: 'query A { a } mutation B { b }' })],
    ['a mutation among several', json('/graphql', [{ query: '{ a }' }, { query: 'mutation { b }' }])],
    ['GraphQL that cannot be read', json('/graphql', { query: 'query A { a' })],
    ['a stored GraphQL document', json('/graphql', { extensions: { persistedQuery: { sha256Hash: 'ab' } } })],
    ['a text that is called a query', json('/api/run', { query: 'delete from cards' })],
    ['what deletes by a query', json('/cards/_delete_by_query', { query: {} })],
    ['a search that is kept', json('/saved-search', { q: 'tide' })],
    ['a search that is added', json('/search/new', { q: 'tide' })],
    ['a search with something to do', request('POST', '/search', 'q=tide&action=delete', form)],
    ['a search that saves', json('/search', { q: 'tide', save: true })],
    ['another method in a header', request('POST', '/search', '', { 'x-http-method-override': 'DELETE' })],
    ['another method in a field', request('POST', '/search', '_method=delete&q=a', form)],
    ['another method in the address', request('GET', '/cards/7?_method=DELETE')],
    ['a second other method in the address', request('GET', '/cards/7?_method=get&_method=delete')],
    [
      'a second other method in the header',
      request('GET', '/cards', '', { 'x-http-method-override': 'GET, DELETE' }),
    ],
    [
      'a second other method in a header',
      request('GET', '/a', '', { 'x-method-override': 'PUT', ...getToo }),
    ],
    ['another method in JSON', json('/search', { q: 'a', _method: 'PUT' })],
    ['another method in a form with parts', multipart('/orders/search', { q: 'a', _method: 'DELETE' })],
    ['what is kept by a plural noun: a suggestion', json('/api/suggestions', { title: 'a', text: 'b' })],
    ['what is kept by a plural noun: a search', json('/api/searches', { name: 'mine' })],
    ['an action in a list that is searched', json('/orders/search', { op: 'approve', ids: [7] })],
    ['an action below', json('/orders/search', { with: [{ ids: [7], state: 'archive' }] })],
    ['an action in the address of a search', json('/orders/search?then=transfer', { q: 'a' })],
    ['an action in a form with parts', multipart('/orders/search', { op: 'approve', ids: '7' })],
    ['a search with a file', multipart('/search', { 'q"; filename="a.png': 'a' })],
    [
      'a search that carries something else',
      request('POST', '/search', 'a,b\nc,d', { 'content-type': 'text/csv' }),
    ],
    ['what finds and does more', json('/cards/findAndModify', { q: {}, u: {} })],
    ['what finds or does more', json('/cards/findOrMake', { q: {} })],
    ['JSON in braces that is called a query', json('/cards/deleteMany', { query: '{"done":true}' })],
    ['JSON in braces at a GraphQL address', json('/graphql', { query: '{"done":true}' })],
    ['a GraphQL query at another address', json('/api/run', { query: '{ cards }' })],
    ['a mutation at an address of queries', json('/query', { query: 'mutation Drop { dropCard }' })],
    ['a statement at an address of queries', request('POST', '/query', 'q=DROP+DATABASE+tides', form)],
    ['a statement in a search', json('/_search', { sql: 'select 1; delete from cards' })],
    ['a GraphQL query with more beside it', json('/graphql', { query: '{ cards }', op: 'delete' })],
    ['a GraphQL subscription by POST', json('/graphql', { query: 'subscription { added }' })],
    ['GraphQL that asks for nothing', json('/graphql', { query: '{ }' })],
    ['a mutation by GET', request('GET', `/graphql?query=${encodeURIComponent('mutation{deleteAll}')}`)],
    ['a second query by GET', request('GET', `/gql?query={a}&query=${encodeURIComponent('mutation A {b}')}`)],
  ])('%s', (_, each) => expect(mayChange(each)).toBe(true));
});

test.each([
  ['{"type":"connection_init"}', 'graphql-ws', true],
  ['{"type":"stop","id":"1"}', 'graphql-ws', true],
  ['{"type":"stop","id":"1"}', '', false],
  [
    '{"type":"subscribe","id":"1","payload":{"query":"subscription { added }"}}',
    'graphql-transport-ws',
    true,
  ],
  ['{"type":"subscribe","id":"1","payload":{"query":"mutation { add }"}}', 'graphql-transport-ws', false],
  ['{"type":"complete","id":"1","card":7}', 'graphql-ws', false],
])('a message of a GraphQL connection: %s by "%s" only reads: %s', (message, protocol, reads) => {
  expect(readsByGraphql(message, 'https://app.example.org/live', protocol)).toBe(reads);
});

test('a request in words: the address without the site, what a form says, and no passwords', () => {
  const page = 'https://app.example.org/board';
  const words = (each: PageRequest) => requestInWords(each, page);
  expect(words(request('DELETE', '/cards/7'))).toBe('DELETE /cards/7');
  expect(words(request('POST', '/status?a=1', 'status=cancelled&note=No+more', form))).toBe(
    'POST /status?a=1 status=cancelled note=No more',
  );
  expect(words(request('POST', '/in', 'user=kim&password=opensesame', form))).toBe(
    'POST /in user=kim password',
  );
  expect(words(json('/graphql', { query: 'mutation addCard { a }' }))).toBe('POST /graphql mutation addCard');
  expect(words({ ...request('PUT', ''), url: 'https://api.example.com/a' })).toBe(
    'PUT https://api.example.com/a',
  );
  expect(words(request('POST', `/${'a'.repeat(500)}`)).length).toBeLessThan(260);
});
