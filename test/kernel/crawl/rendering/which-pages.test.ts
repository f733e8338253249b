import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/config/index.ts';
import { pagesOf, type SeenRequest } from '../../../sites/plain/site-server.ts';
import { siteForThisTest } from '../runs/site-for-this-test.ts';
import { trackedApplication } from './tracked-application.ts';

const shell = (script: string) =>
  `<!doctype html><title>Harbour</title><noscript>Enable scripts</noscript><div id="app"></div><script>${script}</script>`;
const tide = 'Low water was at a quarter past four, and boats lay on the sand until the evening. '.repeat(4);
const article = `<!doctype html><title>Tides</title><p>${tide}</p><script>document.body.append('added by a script')</script>`;
const noBrowser = { environment: () => '', config: { ...readConfig(), browser: '/nowhere/browser' } };

describe('which pages are rendered', () => {
  const pages = {
    '/': shell(`app.innerHTML = '<p>Welcome</p><a href="/tides">Tides</a> <a href="/boats">Boats</a>'`),
    '/tides': article,
    '/boats': shell(`app.innerHTML = '<p>Three boats</p>'`),
  };

  test('auto: those that only scripts build', async () => {
    const site = await siteForThisTest(pagesOf(pages));
    const application = await trackedApplication(site.origin, { twin: false });
    const { notices } = await application.visit();
    expect(notices).toEqual(['2 pages are built by scripts and were rendered (2 renderings).']);
    expect(await application.html('/boats')).toContain('<p>Three boats</p>');
    expect(await application.html('/boats')).not.toContain('Enable scripts');
    expect(await application.html('/tides')).toBe(article);
    // The browser is given what was fetched, and asks for nothing again.
    expect(site.pages().toSorted()).toEqual(['/', '/boats', '/tides']);
  });

  test('always: all of them', async () => {
    const site = await siteForThisTest(pagesOf(pages));
    const application = await trackedApplication(site.origin, { twin: false, render: 'always' });
    const { notices } = await application.visit();
    expect(notices).toEqual(['3 pages were rendered (3 renderings).']);
    expect(await application.html('/tides')).toContain('</script>added by a script');
  });

  test('never: none, and nothing is said', async () => {
    const site = await siteForThisTest(pagesOf(pages));
    const application = await trackedApplication(site.origin, { render: 'never' });
    expect((await application.visit()).notices).toEqual([]);
    expect(await application.flags()).toEqual({ '/': 'NEW' });
  });
});

describe('without a browser', () => {
  test('an empty shell is kept as it is, and the report says once what to do', async () => {
    const site = await siteForThisTest(pagesOf({ '/': shell(''), '/robots.txt': '' }));
    const application = await trackedApplication(site.origin);
    const { notices, state } = await application.visit(noBrowser);
    expect(state).toBe('finished');
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(
      /^http.*\/ is built by scripts, .* Install Chrome, .* or set TIDEMARK_BROWSER/,
    );
    expect(await application.flags()).toEqual({ '/': 'NEW' });
  });

  test('a page that was rendered before is in error, and not updated', async () => {
    const site = await siteForThisTest(pagesOf({ '/': shell(`app.innerHTML = '<p>Three boats</p>'`) }));
    const application = await trackedApplication(site.origin);
    await application.visit();
    await application.visit(noBrowser);
    expect(await application.flags()).toEqual({ '/': 'ERR' });
    await application.visit();
    expect(await application.flags()).toEqual({ '/': 'SAM' });
  });

  test('pages that must all be rendered end the run before the first request', async () => {
    const site = await siteForThisTest(pagesOf({ '/': article }));
    const application = await trackedApplication(site.origin, { render: 'always' });
    await expect(application.visit(noBrowser)).rejects.toMatchObject({ code: 'FETCH_BROWSER_MISSING' });
    expect(site.requests).toEqual([]);
  });
});

describe('what is compared', () => {
  test('a page that was rendered once is always rendered', async () => {
    let isShell = true;
    const build = `app.innerHTML = '<p>${tide}</p><p>Three boats</p>'`;
    const site = await siteForThisTest((_, response) => {
      response.setHeader('content-type', 'text/html');
      // The server learns to build the page itself; its script adds to what is there.
      const ready = `<!doctype html><title>Harbour</title><div id="app"><p>${tide}</p></div><script>${build}</script>`;
      response.end(isShell ? shell(build) : ready);
    });
    const application = await trackedApplication(site.origin);
    await application.visit();
    isShell = false;
    await application.visit();
    expect(await application.flags()).toEqual({ '/': 'SAM' });
  });

  test('a shell that says "not modified" is rendered all the same', async () => {
    let boats = 'Three boats';
    const site = await siteForThisTest(({ target, headers }, response) => {
      if (target === '/boats.json') return void response.end(JSON.stringify(boats));
      if (target !== '/') return void response.writeHead(404).end();
      response.setHeader('etag', '"1"');
      if (headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
      response.setHeader('content-type', 'text/html');
      response.end(shell(`fetch('/boats.json').then((a) => a.json()).then((b) => { app.textContent = b; })`));
    });
    const application = await trackedApplication(site.origin);
    await application.visit();
    boats = 'Four boats, one of them new';
    await application.visit();
    expect(await application.flags()).toEqual({ '/': 'UPD' });
    const conditional = ({ headers }: SeenRequest) => headers['if-none-match'] !== undefined;
    expect(site.requests.filter(conditional)).toEqual([]);
  });

  test('what components keep to themselves is read', async () => {
    const script = `app.attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow</p><a href="/deep">deeper</a>'`;
    const site = await siteForThisTest(pagesOf({ '/': shell(script), '/deep': article }));
    const application = await trackedApplication(site.origin, { twin: false });
    await application.visit();
    expect(await application.flags()).toEqual({ '/': 'NEW', '/deep': 'NEW' });
    expect(await application.html('/')).toContain('<p>In the shadow</p>');
  });
});

describe('where links lead', () => {
  test('routes after a # are pages', async () => {
    const routes = `const show = () => {
      const pages = { '': 'Start', '#/about': 'About the harbour', '#!/boats': 'Three boats' };
      app.innerHTML = '<h1>' + (pages[location.hash] ?? 'Start') + '</h1><a href="#/">home</a> <a href="#/about">about</a> <a href="#!/boats">boats</a> <a href="#top">top</a>';
    }; show(); addEventListener('hashchange', show);`;
    const site = await siteForThisTest(pagesOf({ '/': shell(routes) }));
    const application = await trackedApplication(site.origin, { twin: false });
    await application.visit();
    expect(await application.flags()).toEqual({ '/': 'NEW', '/#/about': 'NEW', '/#!/boats': 'NEW' });
    expect(await application.html('/#/about')).toContain('<h1>About the harbour</h1>');
    await application.visit();
    expect(await application.flags()).toEqual({ '/': 'SAM', '/#/about': 'SAM', '/#!/boats': 'SAM' });
  });

  test('a script that opens another page redirects to it', async () => {
    const site = await siteForThisTest(
      pagesOf({ '/': shell(`location.replace('/harbour')`), '/harbour': article }),
    );
    const application = await trackedApplication(site.origin, { twin: false });
    await application.visit();
    expect(await application.flags()).toEqual({ '/harbour': 'NEW' });
    expect(await application.html('/harbour')).toBe(article);
  });

  test('scripts that robots.txt forbids to visit as pages may be loaded, pages may not', async () => {
    const site = await siteForThisTest(
      pagesOf({
        '/robots.txt': 'User-agent: *\nDisallow: /private\n',
        '/': `<!doctype html><div id="app"></div><script src="/private/app.js"></script>`,
        '/private/app.js': (response) =>
          void response
            .setHeader('content-type', 'text/javascript')
            .end(`app.innerHTML = '<a href="/private/page">in</a>'`),
        '/private/page': article,
      }),
    );
    const application = await trackedApplication(site.origin, { twin: false });
    await application.visit();
    expect(await application.flags()).toEqual({ '/': 'NEW' });
    expect(site.pages()).toEqual(['/', '/private/app.js']);
  });
});

test('pictures, fonts and films are not loaded', async () => {
  const site = await siteForThisTest(
    pagesOf({
      '/': shell(`app.innerHTML = '<img src="/a.png"><video src="/b.mp4"></video><p>Three boats</p>'`),
    }),
  );
  const application = await trackedApplication(site.origin, { twin: false });
  await application.visit();
  expect(site.pages()).toEqual(['/']);
});

test('the browser comes with the cookies and the token of the project', async () => {
  const site = await siteForThisTest(({ target, headers }, response) => {
    if (target === '/boats.json') {
      const isMember = headers.cookie === 'visitor=7' && headers['user-agent'] === 'Harbour/1';
      return void response.end(JSON.stringify(isMember ? 'Your boat' : 'Who are you?'));
    }
    response.setHeader('content-type', 'text/html');
    response.setHeader('set-cookie', 'visitor=7; Path=/; HttpOnly');
    response.end(shell(`fetch('/boats.json').then((a) => a.json()).then((b) => { app.textContent = b; })`));
  });
  const application = await trackedApplication(site.origin, { twin: false, userAgent: 'Harbour/1' });
  await application.visit();
  expect(await application.html('/')).toContain('Your boat');
});

test('the password of a site goes along to this site only, also where a redirect leads elsewhere', async () => {
  const elsewhere = await siteForThisTest((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.end('"Elsewhere"');
  });
  const site = await siteForThisTest(({ target, headers }, response) => {
    if (headers.authorization === undefined)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="harbour"' }).end();
    if (target === '/boats.json') return void response.end('"Your boat"');
    if (target === '/moved.json')
      return void response.writeHead(302, { location: `${elsewhere.origin}/moved.json` }).end();
    response.setHeader('content-type', 'text/html');
    response.end(
      shell(`Promise.all(['/boats.json', '/moved.json'].map((path) => fetch(path).then((a) => a.json())))
        .then((all) => { app.textContent = all.join(', '); })`),
    );
  });
  const application = await trackedApplication(site.origin, { twin: false });
  const url = `${site.origin.replace('://', '://ada:secret@')}/`;
  await application.visit({ url, settings: { scope: [new URL(elsewhere.origin).host] } });
  expect(await application.html('/')).toContain('Your boat, Elsewhere');
  expect(elsewhere.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});
