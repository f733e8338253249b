import { expect, test } from 'vitest';
import { pagesOf } from '../../../sites/plain/site-server.ts';
import { siteForThisTest } from '../runs/site-for-this-test.ts';
import { trackedApplication } from './tracked-application.ts';

const shell = (script: string) =>
  `<!doctype html><title>Harbour</title><div id="app"></div><script>${script}</script>`;
const show = (text: string) => shell(`app.innerHTML = '<p>${text}</p>'`);

test('pages that loop, crash, alert or never rest do not harm other pages', async () => {
  const site = await siteForThisTest(
    pagesOf({
      '/': shell(
        `app.innerHTML = ['loop', 'crash', 'alerts', 'ticker', 'polls', 'popups', 'reloads', 'grows', 'good'].map((name) => '<a href="/' + name + '">' + name + '</a>').join(' ')`,
      ),
      '/loop': shell('for (;;) ;'),
      '/crash': shell('const all = []; for (;;) all.push(new Array(1e7).fill("x" + all.length));'),
      '/alerts': shell(`alert('a'); confirm('b'); prompt('c'); app.innerHTML = '<p>Nobody answered</p>'`),
      '/ticker': shell(
        `setInterval(() => { app.innerHTML = '<p>Low water</p><p>' + performance.now() + '</p>'; }, 20)`,
      ),
      '/polls': shell(
        `app.innerHTML = '<p>News by telegraph</p>'; const ask = () => fetch('/news').finally(ask); ask();`,
      ),
      '/news': (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('waiting'),
      '/popups': shell(`window.open('/good'); app.innerHTML = '<p>One window is enough</p>'`),
      '/reloads': shell(
        `app.innerHTML = '<p>Again and again</p>'; if (Math.random() < 2) setTimeout(() => location.reload(), 1);`,
      ),
      '/grows': shell(`app.textContent = 'x'.repeat(3e6)`),
      '/good': show('The tide is out'),
    }),
  );
  const application = await trackedApplication(site.origin, {
    timeout: 20,
    twin: false,
    concurrency: 4,
    maxPageBytes: 2_000_000,
  });
  const errors: string[] = [];
  const { state } = await application.visit({
    onEvent: (event) => {
      if (event.event === 'page' && event.outcome === 'error')
        errors.push(`${new URL(event.url).pathname} ${event.code}`);
    },
  });
  expect(state).toBe('finished');
  expect(errors.toSorted()).toEqual([
    '/crash FETCH_RENDERING_FAILED',
    '/grows FETCH_TOO_LARGE',
    '/loop FETCH_RENDERING_FAILED',
  ]);
  for (const [path, text] of [
    ['/alerts', 'Nobody answered'],
    ['/ticker', 'Low water'],
    ['/polls', 'News by telegraph'],
    ['/popups', 'One window is enough'],
    ['/reloads', 'Again and again'],
    ['/good', 'The tide is out'],
  ] as const)
    expect(await application.html(path)).toContain(text);
});
