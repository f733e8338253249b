import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openInPage, RequestGate } from '../../../src/fetch/index.ts';
import { serveThisTest } from '../../fixtures/servers/for-this-test.ts';
import { loopbackEgress } from '../../fixtures/servers/loopback-egress.ts';
import { answer } from '../../fixtures/servers/scripted-server.ts';
import { pagesOf } from '../../sites/plain/site-server.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { browserForThisTest, hasPackagedChromium } from './browser-for-this-test.ts';

const html = (body: string) => `<!doctype html><title>Harbour</title>${body}`;

describe('a browser behind the egress guard', () => {
  test('shows what a script builds, with requests of all kinds through the guard', async () => {
    const site = await siteForThisTest(
      pagesOf({
        '/': html(`<p id=tide>loading</p><script>
          fetch('/tide.json?station=7').then((answer) => answer.json()).then(({ height }) => {
            tide.textContent = 'Water stands at ' + height + ' m';
          });</script>`),
        '/tide.json?station=7': '{"height":4.2}',
      }),
    );
    const browser = await browserForThisTest();
    const visitor = await browser.newVisitor();
    const page = await visitor.newPage();
    await page.goto(`${site.origin}/`);
    await page.getByText('Water stands at 4.2 m').waitFor();
    expect(site.pages()).toContain('/tide.json?station=7');
    expect(site.requests.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
  });

  test.skipIf(!hasPackagedChromium)(
    'shows fields to type in, on a machine whose fonts nobody named',
    async () => {
      const browser = await browserForThisTest({ isPackaged: true });
      const page = await (await browser.newVisitor()).newPage();
      await page.setContent(
        html(
          '<p>iiiiiiii</p><p>WWWWWWWW</p><input value="ebb"><input type=password><textarea>flow</textarea>',
        ),
      );
      const widths = await page.evaluate(`[...document.querySelectorAll('p')].map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect().width;
    })`);
      const [narrow = 0, wide = 0] = widths as readonly number[];
      expect(wide).toBeGreaterThan(narrow);
    },
  );

  test('does not reach what the guard forbids, by whatever way a page tries', async () => {
    const inside = await serveThisTest(({ socket }) => socket.write(answer(200, {}, 'secret')), {
      host: '127.0.0.2',
    });
    const target = `127.0.0.2:${inside.port}`;
    const site = await siteForThisTest(
      pagesOf({
        '/': html(`<link rel=preconnect href="http://${target}"><img src="http://${target}/a.png">
          <iframe src="http://${target}/frame"></iframe><form method=post action="http://${target}/form"></form>
          <script>
            const tries = [
              fetch('http://${target}/fetch').then(() => 'in', () => 'out'),
              new Promise((done) => {
                const socket = new WebSocket('ws://${target}/socket');
                socket.onopen = () => done('in');
                socket.onerror = () => done('out');
              }),
              navigator.serviceWorker.register('/worker.js').then(() => 'in', () => 'out'),
            ];
            navigator.sendBeacon('http://${target}/beacon', 'x');
            Promise.all(tries).then((all) => { document.title = all.join(' '); });
          </script>`),
        '/worker.js': (response) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(''),
      }),
    );
    const browser = await browserForThisTest({ egress: loopbackEgress({ allowedHosts: ['127.0.0.1'] }) });
    const page = await (await browser.newVisitor()).newPage();
    await page.goto(`${site.origin}/`);
    await page.waitForFunction(`document.title.includes('out')`);
    // The guard answers with an error page, which a script may not read from another origin.
    expect(await page.title()).toMatch(/^out out (?:in|out)$/);
    // Some versions of Chromium show the empty refusal, others a page of their own.
    const refused = page.waitForURL(/\/form$/).catch(({ message }: Error) => message);
    await page.evaluate(`document.querySelector('form').submit()`);
    expect((await refused) ?? 'ERR_HTTP_RESPONSE_CODE_FAILURE').toContain('ERR_HTTP_RESPONSE_CODE_FAILURE');
    expect(inside.connections()).toBe(0);
    expect(site.pages()).not.toContain('/worker.js');
  });

  test('opens nothing but sites: no file, no page of the browser, by whatever way a page tries', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tidemark-scheme-')), 'secret.html');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, '<!doctype html><title>SECRET</title>');
    const secret = pathToFileURL(file).href;
    const site = await siteForThisTest(
      pagesOf({
        '/': html(`<iframe src="${secret}"></iframe><iframe src="data:text/html,<p>own"></iframe>
          <img src="${secret}"><script src="${secret}"></script><link rel=stylesheet href="${secret}">
          <script>
            const tried = (go) => { try { go(); } catch {} };
            tried(() => new Worker('${secret}'));
            tried(() => window.open('${secret}'));
            tried(() => window.open('view-source:${secret}'));
            tried(() => window.open('chrome://version'));
            fetch('${secret}').then(() => 'in', () => 'out').then((how) => { document.title = how; });
          </script>`),
        '/script': html(`<script>location = '${secret}'</script><p>still here`),
        '/refresh': html(`<meta http-equiv=refresh content="0;url=${secret}"><p>still here`),
        '/redirect': (response) => response.writeHead(302, { location: secret }).end(),
      }),
    );
    const browser = await browserForThisTest();
    const visitor = await browser.newVisitor();
    const shown: string[] = [];
    visitor.on('page', (each) => each.on('framenavigated', (frame) => shown.push(frame.url())));
    const page = await visitor.newPage();
    const gate = await RequestGate.of(
      await visitor.newCDPSession(page),
      { session: null, refusal: () => null },
      browser,
      visitor,
    );
    for (const address of [secret, `view-source:${site.origin}/`, 'chrome://version', 'ftp://127.0.0.1/'])
      await expect(openInPage(page, address, {}), address).rejects.toMatchObject({
        code: 'FETCH_SCHEME_UNKNOWN',
      });
    await openInPage(page, `${site.origin}/`, {});
    await page.waitForFunction(`document.title === 'out'`);
    for (const path of ['/script', '/refresh']) {
      await openInPage(page, `${site.origin}${path}`, {});
      await page.getByText('still here').waitFor();
    }
    await expect(openInPage(page, `${site.origin}/redirect`, {})).rejects.toThrow('ERR_UNSAFE_REDIRECT');
    expect(shown.filter((url) => url.startsWith('file:') || url.startsWith('chrome:'))).toEqual([]);
    // Past all of that: the gate refuses what the debugger itself was told to open.
    gate.takeRefusal();
    await expect(page.goto(secret)).rejects.toThrow();
    expect(gate.takeRefusal()).toContain('a browser visits http:// and https:// only');
    expect(await page.title().catch(() => '')).not.toBe('SECRET');
  });

  test('closes a page that shows a file, when nothing else refused it', async () => {
    const browser = await browserForThisTest();
    const visitor = await browser.newVisitor();
    // On a busy machine the browser itself may break off a navigation, for ever in that page: then nothing was shown, and nothing had to be closed.
    await expect
      .poll(async () => {
        const page = await visitor.newPage();
        const closed = page.waitForEvent('close', { timeout: 10_000 }).then(
          () => true,
          () => false,
        );
        await page.goto(pathToFileURL(import.meta.filename).href, { timeout: 10_000 }).catch(() => undefined);
        return closed;
      })
      .toBe(true);
  });

  test('two visitors share no cookies', async () => {
    const site = await siteForThisTest((_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'visitor=1' })
        .end(html('<p>Hello'));
    });
    const browser = await browserForThisTest();
    for (let n = 0; n < 2; n++) await (await (await browser.newVisitor()).newPage()).goto(site.origin);
    const visits = site.requests.filter(({ target }) => target === '/');
    expect(visits.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  test('another program cannot use the proxy', async () => {
    const egress = loopbackEgress();
    const { GuardingProxy } = await import('../../../src/fetch/browser/guarding-proxy.ts');
    const proxy = await GuardingProxy.start(egress);
    try {
      const [response] = (await once(get(`${proxy.url}/`), 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(407);
      response.destroy();
    } finally {
      await proxy.close();
    }
  });

  test('is told to be missing where there is none', async () => {
    const work = openBrowser({ egress: loopbackEgress(), program: '/nowhere/chrome', path: '' });
    await expect(work).rejects.toMatchObject({ code: 'FETCH_BROWSER_MISSING' });
    const wrong = openBrowser({ egress: loopbackEgress(), program: process.execPath, path: '' });
    await expect(wrong).rejects.toMatchObject({ code: 'FETCH_BROWSER_FAILED' });
  });
});

const widthOfText = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('p'));
  return range.getBoundingClientRect().width;
})()`;

test.runIf(hasPackagedChromium)(
  'the Chromium of the npm package starts where no browser is installed',
  async () => {
    const site = await siteForThisTest(
      pagesOf({ '/': html('<script>document.write("<p>" + 6 * 7)</script>') }),
    );
    const browser = await browserForThisTest({ isPackaged: true });
    const page = await (await browser.newVisitor()).newPage();
    await page.goto(site.origin);
    expect(await page.locator('p').textContent()).toBe('42');
    // Text that has no font takes no room.
    expect(await page.evaluate<number>(widthOfText)).toBeGreaterThan(0);
  },
);
