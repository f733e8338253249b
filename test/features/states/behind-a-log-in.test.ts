import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { dataForThisTest } from '../../kernel/url/data-for-this-test.ts';
import type { Answering, SeenRequest } from '../../sites/plain/site-server.ts';

/** An application with two views behind whatever `isMember` asks for. */
const office =
  (isMember: (request: SeenRequest) => boolean, strangers: Answering): Answering =>
  (request, response) => {
    const { pathname } = new URL(request.target, 'http://office');
    if (pathname === '/favicon.ico' || pathname === '/robots.txt') return void response.writeHead(404).end();
    if (!isMember(request)) return strangers(request, response);
    if (pathname.startsWith('/api/')) return void response.end(`All about ${pathname.slice(5)} for members`);
    if (pathname !== '/app' && pathname !== '/') return void response.writeHead(404).end('not here');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Office</title><h1>Hello kim</h1><nav></nav><main></main><script>
      for (const name of ['tides', 'ships']) {
        const button = document.createElement('button');
        button.textContent = name;
        button.onclick = async () => { document.querySelector('main').textContent = await (await fetch('/api/' + name)).text(); };
        document.querySelector('nav').append(button);
      }</script>`);
  };

async function explored(project: string, environment: Readonly<Record<string, string>> = {}) {
  const data = dataForThisTest();
  const file = join(data.folder, 'office.yaml');
  writeFileSync(file, project);
  const { exitCode, stdout, stderr } = await data.run(['states', file, '--json'], {
    OFFICE_PASSWORD: 'opensesame',
    ...environment,
  });
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const states = events.flatMap(({ event, state }) =>
    event === 'state' ? [(state as { readonly title: string }).title] : [],
  );
  return { exitCode, stdout, stderr, states, failures: events.filter(({ event }) => event === 'failure') };
}

const html = { 'content-type': 'text/html' };

describe('an application behind a log-in', () => {
  test('with a token in the storage of the browser: each visitor logs in as a person does, and the secret is kept nowhere', async () => {
    const site = await siteForThisTest(({ target }, response) => {
      if (target === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, html);
      response.end(`<!doctype html><title>Vault</title><link rel="icon" href="data:,"><main></main><script>
        const main = document.querySelector('main');
        const draw = () => {
          if (localStorage.token === 'member') {
            main.innerHTML = '<button>Keys</button><p></p>';
            main.querySelector('button').onclick = () => { main.querySelector('p').textContent = 'Seven keys are kept here.'; };
          } else {
            main.innerHTML = '<form><input name="password" type="password"><button>Log in</button></form>';
            main.querySelector('form').onsubmit = (event) => {
              event.preventDefault();
              if (new FormData(event.target).get('password') === 'opensesame') localStorage.token = 'member';
              draw();
            };
          }
          document.title = localStorage.token === 'member' ? 'Vault' : 'Log in';
        };
        draw();</script>`);
    });
    const fill = `{ "input[name=password]": { env: OFFICE_PASSWORD } }`;
    const { states, stdout } = await explored(
      `name: vault\nsource: ${site.origin}/\nstates: { contexts: 2, fill: ${fill} }\n`,
    );
    expect(states).toEqual(['Log in', 'Vault', 'Vault']);
    expect(stdout).toContain('(env OFFICE_PASSWORD)');
    expect(stdout).not.toContain('opensesame');
  });

  test('by a form: the session is made once, and made anew when it ends', async () => {
    const sessions = new Set<string>();
    let logIns = 0;
    let asked = 0;
    const site = await siteForThisTest((request, response) => {
      if (request.target === '/login' && request.method === 'POST') {
        const isRight = request.body.includes('password=opensesame');
        const id = `s${++logIns}`;
        if (isRight) sessions.add(id);
        return void response
          .writeHead(302, { location: isRight ? '/app' : '/login', 'set-cookie': `sid=${id}; HttpOnly` })
          .end();
      }
      const knows = ({ headers }: SeenRequest) =>
        sessions.has(/sid=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '');
      // The server forgets everybody, in the middle. With two visitors, scripts of the other one would meet the log-in page.
      if (request.target === '/app' && ++asked === 6) sessions.clear();
      office(knows, ({ target }, answer) => {
        if (target !== '/login') return void answer.writeHead(302, { location: '/login' }).end();
        answer.writeHead(200, html);
        answer.end(
          '<title>Log in</title><form method=post><input name=user><input type=password name=password><button>Log in</button></form>',
        );
      })(request, response);
    });
    const { states, failures, stderr, exitCode } = await explored(`
name: office
source: ${site.origin}/
session:
  login: { open: /login, form: { fill: { user: kim, password: { env: OFFICE_PASSWORD } } } }
  loggedInWhen: Hello kim
states: { start: /app }
`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect([states, failures]).toEqual([['Office', 'Office', 'Office'], []]);
    expect(logIns).toBe(2);
  });

  test('by a token and by a password: both go to their own site, also with what scripts ask for, and to no other', async () => {
    const other = await siteForThisTest((_, response) => void response.writeHead(200, html).end('Elsewhere'));
    const basic = `Basic ${Buffer.from('kim:opensesame').toString('base64')}`;
    const site = await siteForThisTest((request, response) => {
      const { headers, target, method, body } = request;
      if (target === '/api/login' && method === 'POST')
        return void response.end(JSON.stringify({ token: body.includes('opensesame') ? 'tok-17' : '' }));
      if (target === '/api/ships')
        return void response.writeHead(302, { location: `${other.origin}/ships` }).end();
      office(
        () => headers['x-token'] === 'tok-17' || headers.authorization === basic,
        (_, answer) =>
          void answer.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('Who are you?'),
      )(request, response);
    });
    for (const login of [
      "json: { post: /api/login, send: { password: { env: OFFICE_PASSWORD } }, token: token, header: 'X-Token: {token}' }",
      'basic: { user: kim, password: { env: OFFICE_PASSWORD } }',
    ]) {
      const { states, exitCode, stderr } = await explored(
        `name: office\nsource: ${site.origin}/\nsession: { login: { ${login} } }\n`,
      );
      expect({ exitCode, stderr, states }).toEqual({ exitCode: 0, stderr: '', states: ['Office', 'Office'] });
    }
    expect(other.requests.length).toBeGreaterThan(0);
    for (const { headers } of other.requests)
      expect([headers['x-token'], headers.authorization]).toEqual([undefined, undefined]);
  });

  test('a log-in that does not work is told, and nothing is explored', async () => {
    const site = await siteForThisTest((_, response) => {
      response.writeHead(200, html);
      response.end(
        '<title>Log in</title><form method=post><input name=user><input type=password name=password><button>Log in</button></form>',
      );
    });
    const { exitCode, stderr, states } = await explored(`
name: office
source: ${site.origin}/
session: { login: { open: /login, form: { fill: { user: kim, password: { env: OFFICE_PASSWORD } } } } }
`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('asks for a password');
    expect(states).toEqual([]);
  });
});

test('a search by POST carries the token, and obeys robots.txt where it is a page', async () => {
  process.env['OFFICE_PASSWORD'] = 'opensesame';
  const site = await siteForThisTest(({ target, method, body }, response) => {
    if (target === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
    if (target === '/api/login' && method === 'POST')
      return void response.end(JSON.stringify({ token: body.includes('opensesame') ? 'tok-17' : '' }));
    response.writeHead(200, html);
    response.end(
      method === 'POST'
        ? '<title>Found</title><p>Two ships have that word'
        : `<title>Office</title><form method=post action=/search><input name=q><button>Search</button></form><form method=post action=/private/search><input name=q><button>Look</button></form>
           <script>fetch('/api/search', { method: 'POST', body: '{"q":"tide"}' })</script>`,
    );
  });
  await explored(
    `name: office\nsource: ${site.origin}/\nsession: { login: { json: { post: /api/login, send: { password: { env: OFFICE_PASSWORD } }, token: token, header: 'X-Token: {token}' } } }\n`,
  );
  const searches = site.requests.filter(
    ({ method, target }) => method === 'POST' && target.endsWith('search'),
  );
  expect(new Set(searches.map(({ target, headers }) => `${target} ${headers['x-token']}`))).toEqual(
    new Set(['/search tok-17', '/api/search tok-17']),
  );
});

test('robots.txt, rules and the pace of the project hold as in a crawl', async () => {
  const page = (name: string, ...links: readonly string[]) =>
    `<!doctype html><title>${name}</title><h1>${name}</h1>${links.map((link) => `<a href="${link}">${link}</a> `).join('')}`;
  const site = await siteForThisTest(({ target }, response) => {
    if (target === '/robots.txt')
      return void response.end('User-agent: *\nDisallow: /private\nCrawl-delay: 0.2\n');
    if (target === '/away') return void response.writeHead(302, { location: '/private/b' }).end();
    response.writeHead(200, html);
    response.end(
      target === '/' ? page('Start', '/private/a', '/away', '/print/a', '/open') : page(target, '/'),
    );
  });
  const { exitCode, states, failures } = await explored(
    `name: office\nsource: ${site.origin}/\nrules: [{ deny: /print/ }, { default: allow }]\n`,
  );
  expect([exitCode, states]).toEqual([0, ['Start', '/open']]);
  expect(failures.map(({ failure }) => String(failure).replace(site.origin, ''))).toEqual([
    'robots.txt, line 2: Disallow: /private',
    'robots.txt, line 2: Disallow: /private',
    expect.stringContaining('rule 1 denies it'),
  ]);
  expect(site.pages().filter((path) => /private|print/.test(path))).toEqual([]);
  const opened = site.requests.filter(({ target }) => /^\/(?:open)?$/.test(target)).map(({ at }) => at);
  // Over all of them: how long one request takes to arrive varies with the load of the machine.
  const [first = 0, last = 0] = [opened[0], opened.at(-1)];
  expect(opened.length).toBeGreaterThan(2);
  expect(last - first).toBeGreaterThan((opened.length - 1) * 200 - 200);
});

test.each(['ignore', 'obey'])(
  'a file of this machine is no application, also for whoever runs the program (robots: %s)',
  async (robots) => {
    const site = await siteForThisTest((_, response) => void response.writeHead(404).end());
    const { exitCode, stderr, states } = await explored(
      `name: office\nsource: ${site.origin}/\ncrawl: { robots: ${robots} }\nstates: { start: 'file:///etc/passwd' }\n`,
    );
    expect([exitCode, states]).toEqual([2, []]);
    expect(stderr).toContain(
      'file:///etc/passwd is no application: applications are explored over http:// and https:// only',
    );
  },
);
