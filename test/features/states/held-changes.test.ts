import { expect, test } from 'vitest';
import { usualCandidates, usualExploreLimits } from '../../../src/explore/index.ts';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import type { SeenRequest } from '../../sites/plain/site-server.ts';
import { pageNamed } from './applications/serve-application.ts';
import { exploredInThisTest, sharesBrowser, waysOf } from './explored-in-this-test.ts';

sharesBrowser();

const html = { 'content-type': 'text/html; charset=utf-8' };
const sentTo = ({ requests }: { readonly requests: readonly SeenRequest[] }) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, target, body }) => `${method} ${target} ${body}`.trim());

/** A board of cards: signs without words delete, add and save them by requests of scripts. */
const board = () =>
  siteForThisTest(({ target }, response) => {
    if (target.startsWith('/api/')) return void response.writeHead(200).end('{"ok":true}');
    response.writeHead(200, html).end(pageNamed('board'));
  });

test('a board whose signs delete, add and save: nothing reaches the server, and what would have been sent is told', async () => {
  const site = await board();
  const limits = { ...usualExploreLimits, depth: 2 };
  const include = ['+', 'Paint the quay', 'Save', '×'].map((label) => `text=${label}`);
  const candidates = { ...usualCandidates, include };
  const { held, events, avoided } = await exploredInThisTest(
    {},
    { url: `${site.origin}/`, limits, candidates },
  );
  expect(sentTo(site)).toEqual([]);
  const requests = new Set(held.flatMap((each) => each.requests));
  expect(requests).toEqual(requests.union(new Set(['POST /api/cards', 'PUT /api/cards/1'])));
  expect(held.find(({ requests: [first] }) => first === 'POST /api/cards')).toMatchObject({
    from: 0,
    action: { place: { label: '+' } },
  });
  expect(events.filter(({ event }) => event === 'held')).toHaveLength(held.length);
  expect(avoided).toEqual([{ label: '×', why: '"×" may delete' }]);
});

test('the signs that delete are held too when they are pressed, and go through when that is allowed', async () => {
  const limits = { ...usualExploreLimits, depth: 1 };
  const candidates = { ...usualCandidates, press: ['×'], include: ['text=×'] };
  const site = await board();
  const { held } = await exploredInThisTest({}, { url: `${site.origin}/`, limits, candidates });
  expect(sentTo(site)).toEqual([]);
  expect(held.flatMap(({ requests }) => requests)).toEqual(
    [1, 2, 3, 4].map((id) => `DELETE /api/cards/${id}`),
  );
  site.forget();
  let resets = 0;
  const allowed = await exploredInThisTest(
    {},
    {
      ...{ url: `${site.origin}/`, limits, candidates, contexts: 1 },
      mayChange: (url) => url.endsWith('/api/cards/3'),
      reset: async () => void resets++,
    },
  );
  expect(allowed.held).toHaveLength(3);
  expect(new Set(sentTo(site))).toEqual(new Set(['DELETE /api/cards/3']));
  expect(resets).toBe(site.requests.filter(({ target }) => target === '/').length);
});

const orders = '<!doctype html><title>Order 7</title><link rel="icon" href="data:,"><h1>Order 7</h1>';

test('a list that sends a form when it changes: by POST it is held, and left alone when it is not included', async () => {
  const site = await siteForThisTest((_, response) => {
    response
      .writeHead(200, html)
      .end(
        `${orders}<form method=post action=/status><label>Status <select name=status onchange="this.form.submit()"><option>open<option>cancelled<option>refunded<option>Delete order</select></label></form><a href="/help">Help</a>`,
      );
  });
  const { held, failures, avoided } = await exploredInThisTest({}, { url: `${site.origin}/` });
  expect(held.flatMap(({ requests }) => requests)).toEqual([
    'POST /status status=cancelled',
    'POST /status status=refunded',
  ]);
  expect([failures, avoided.map(({ label }) => label)]).toEqual([
    [],
    ['Status opencancelledrefundedDelete order'],
  ]);
  const candidates = { ...usualCandidates, include: ['text=nothing'] };
  expect(await exploredInThisTest({}, { url: `${site.origin}/`, candidates })).toMatchObject({
    tried: 0,
    held: [],
  });
  expect(sentTo(site)).toEqual([]);
});

test('a list that sends a form when it changes: by GET it leads to the pages of its options', async () => {
  const groups: Readonly<Record<string, readonly string[]>> = {
    '': ['Ann', 'Bo'],
    Friends: ['Ann'],
    Work: [],
  };
  const site = await siteForThisTest(({ target }, response) => {
    const chosen = new URL(target, 'http://people').searchParams.get('group') ?? '';
    const options = Object.keys(groups).map(
      (group) => `<option value="${group}"${group === chosen ? ' selected' : ''}>${group || 'all'}</option>`,
    );
    const rows = (groups[chosen] ?? []).map((name) => `<li>${name}</li>`).join('');
    response
      .writeHead(200, html)
      .end(
        `<!doctype html><title>People</title><link rel="icon" href="data:,"><h1>People ${chosen}</h1><form><select name=group aria-label=group onchange="this.form.submit()">${options.join('')}</select></form>${rows === '' ? '<p>Nobody is in this group.</p>' : `<ul>${rows}</ul>`}`,
      );
  });
  const found = await exploredInThisTest({}, { url: `${site.origin}/` });
  expect([found.failures, found.ending]).toEqual([[], 'complete']);
  expect(waysOf(found)).toEqual([
    '0 group > 1',
    '0 group > 2',
    '1 group > 0',
    '1 group > 2',
    '2 group > 0',
    '2 group > 1',
  ]);
});

test('pages that read by POST are explored: GraphQL queries and searches pass, a mutation does not', async () => {
  const site = await siteForThisTest(({ target }, response) => {
    if (target === '/graphql')
      return void response.writeHead(200).end('{"data":{"cards":["Paint the quay"]}}');
    if (target === '/search')
      return void response.writeHead(200, html).end(`${orders}<p>Two orders have that word.</p>`);
    response.writeHead(200, html).end(
      `${orders}<p></p><button>Add</button><form method=post action=/search><input name=q><button>Search</button></form><script>
       const ask = (query) => fetch('/graphql', { method: 'POST', body: JSON.stringify({ query }) });
       ask('{ cards }').then((answer) => answer.json()).then(({ data }) => { document.querySelector('p').textContent = data.cards; });
       document.querySelector('button').onclick = () => ask('mutation addCard { add }').then(({ status }) => { document.querySelector('p').textContent = 'Added: ' + status; });
       navigator.sendBeacon('/seen', 'yes');</script>`,
    );
  });
  const { held, seen } = await exploredInThisTest({}, { url: `${site.origin}/` });
  expect(new Set(sentTo(site).map((each) => each.split(' ')[1]))).toEqual(new Set(['/graphql', '/search']));
  expect(seen.map(({ html: shown }) => /<p>(.*?)<\/p>/.exec(shown)?.[1])).toEqual([
    'Paint the quay',
    'Added: 204',
    'Two orders have that word.',
  ]);
  expect(held).toMatchObject([
    { from: 0, action: null, requests: ['POST /seen'] },
    { from: 0, action: { place: { label: 'Add' } }, requests: ['POST /graphql mutation addCard'] },
    { from: 1, action: { place: { label: 'Add' } }, requests: ['POST /graphql mutation addCard'] },
  ]);
});

test('a search that is redirected by the same method is not followed, and what it would have sent is told', async () => {
  const site = await siteForThisTest(({ target }, response) => {
    if (target === '/search') return void response.writeHead(307, { location: '/orders/7/close' }).end();
    response.writeHead(200, html).end(
      `${orders}<button>Find</button><script>
       document.querySelector('button').onclick = () => fetch('/search', { method: 'POST', body: '{"q":"tide"}' });
       </script>`,
    );
  });
  const { held } = await exploredInThisTest({}, { url: `${site.origin}/` });
  expect(held.flatMap(({ requests }) => requests)).toEqual(['POST /orders/7/close']);
  expect(new Set(sentTo(site))).toEqual(new Set(['POST /search {"q":"tide"}']));
});
