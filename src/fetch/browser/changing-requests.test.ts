import { describe, expect, test } from 'vitest';
import { mayChange, type PageRequest, requestInWords } from './changing-requests.ts';

const request = (
  method: string,
  path: string,
  body = '',
  headers: PageRequest['headers'] = {},
): PageRequest => ({ method, url: `https://app.example.org${path}`, headers, body });
const json = (path: string, body: unknown) => request('POST', path, JSON.stringify(body));
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
      json('/graphql', [{ query: '{ a }' }, { query: 'subscription { cardAdded { id } }' }]),
    ],
    ['GraphQL as text', request('POST', '/g', '{ cards }', { 'content-type': 'application/graphql' })],
    ['SPARQL', request('POST', '/s', 'SELECT ?x', { 'content-type': 'application/sparql-query' })],
    ['a search', json('/api/search', { q: 'tide' })],
    ['a search of Elasticsearch', json('/cards/_search', { query: { match_all: {} } })],
    ['a search in camel case', json('/api/searchUsers', { name: 'Ann' })],
    ['a search as Google writes it', json('/v1/cards:search', {})],
    ['a search form', request('POST', '/search.php', 'q=tide&page=2', form)],
    ['suggestions', json('/suggest', { prefix: 'ti' })],
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
  ])('%s', (_, each) => expect(mayChange(each)).toBe(true));
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
