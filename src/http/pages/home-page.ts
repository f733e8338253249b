/** What people see first: where they are, and what to do. It needs nothing but this server. */
export const homePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark</title>
<link rel="stylesheet" href="/page/style.css">
<main>
<h1>Tidemark</h1>
<p>This server visits sites, comes back, and tells exactly what changed.</p>
<noscript><p>Logging in needs JavaScript. Programs use the <a href="/api/">API</a> with a token.</p></noscript>
<p id="problem" role="alert" hidden></p>
<section id="stranger" hidden>
<h2>Log in</h2>
<form id="log-in">
<label>Name <input name="name" autocomplete="username" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Log in</button>
</form>
<p id="elsewhere" hidden><a href="/api/login/elsewhere">Log in at <span></span></a></p>
<p>No password yet, or forgotten? An administrator of this server makes a link for you:
<code>tidemark users passwd NAME --link</code></p>
</section>
<section id="member" hidden>
<p>You are logged in as <strong id="who"></strong> (<span id="role"></span>).
<button id="log-out">Log out</button> <button id="log-out-everywhere">Log out everywhere</button></p>
<h2>Your projects</h2>
<ul id="projects"></ul>
<p>Everything that can be done with them: <a href="/api/">the API</a>.</p>
<h2>A token for a program</h2>
<form id="add-token">
<label>What it is for <input name="name" maxlength="100" required></label>
<label>It may <select name="scope"><option value="read">read</option><option value="write">also change and run</option><option value="admin">do all that you may</option></select></label>
<label>Days until it expires <input name="days" type="number" min="1" max="732" value="90" required></label>
<label id="token-password">Your password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Make a token</button>
</form>
<p id="new-token" hidden>It is shown only now: <code></code></p>
<ul id="tokens"></ul>
<h2>Another password</h2>
<form id="change-password">
<label>Old password <input name="old" type="password" autocomplete="current-password" required></label>
<label>New password <input name="password" type="password" autocomplete="new-password" minlength="12" required></label>
<label><input name="keepTokens" type="checkbox"> Keep my tokens: programs go on</label>
<button>Change it</button>
</form>
</section>
</main>
<script type="module" src="/page/home.js"></script>
</html>
`;

export const homeScript = `import { ask, onSubmit, say, saying, show } from '/page/ask.js';

const me = await fetch('/api/me');
if (me.ok) await member(await me.json());
else await stranger();

async function stranger() {
  const { elsewhere } = await ask('GET', '/api/login');
  if (elsewhere !== null) {
    document.querySelector('#elsewhere span').textContent = elsewhere;
    show('elsewhere');
  }
  onSubmit('log-in', async (given) => {
    await ask('POST', '/api/login', given);
    location.reload();
  });
  show('stranger');
}

async function member({ name, role, hasPassword }) {
  if (!hasPassword) document.getElementById('token-password').remove();
  say('who', name);
  say('role', role);
  const leave = (id, path) => document.getElementById(id).addEventListener('click', saying(async () => {
    await ask('POST', path);
    location.reload();
  }));
  leave('log-out', '/api/logout');
  leave('log-out-everywhere', '/api/logout/everywhere');
  onSubmit('add-token', async ({ days, ...given }) => {
    const { token } = await ask('POST', '/api/me/tokens', { ...given, days: Number(days) });
    document.querySelector('#new-token code').textContent = token;
    show('new-token');
    await tokens();
  });
  onSubmit('change-password', async ({ keepTokens, ...given }) => {
    await ask('PUT', '/api/me/password', { ...given, keepTokens: keepTokens === 'on' });
    location.reload();
  });
  show('member');
  const { items } = await ask('GET', '/api/projects?limit=500');
  list('projects', items.map((project) => [project.name + ': ' + project.url]), 'There are none yet.');
  await tokens();
}

async function tokens() {
  const { items } = await ask('GET', '/api/me/tokens?limit=500');
  list('tokens', items.map(({ id, hint, name, scope, expiresAt }) => {
    const button = document.createElement('button');
    button.textContent = 'Remove';
    button.addEventListener('click', saying(async () => {
      await ask('DELETE', '/api/me/tokens/' + id);
      await tokens();
    }));
    return [hint + '…: ' + name + ' (' + scope + '), until ' + expiresAt.slice(0, 10) + ' ', button];
  }), 'You have no tokens.');
}

function list(id, rows, none) {
  const items = (rows.length === 0 ? [[none]] : rows).map((row) => {
    const item = document.createElement('li');
    item.append(...row);
    return item;
  });
  document.getElementById(id).replaceChildren(...items);
}
`;
