import { homePage, homeScript } from './home-page.ts';
import { tryPage, tryScript, tryStyle } from './try-page.ts';

/** What the pages of the server share. */
const ownPageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
form { display: grid; gap: .75rem; max-width: 22rem; margin: 1rem 0; }
label { display: grid; gap: .2rem; }
input, select, button { font: inherit; padding: .4rem .6rem; }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
#problem { border-left: .3rem solid #c00; padding-left: .7rem; }
`;

const askScript = `export async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { 'x-tidemark-client': 'page', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status === 204) return undefined;
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.detail);
  return result;
}

export const show = (id) => { document.getElementById(id).hidden = false; };
export const say = (id, words) => { document.getElementById(id).textContent = words; };

/** Does something, and says what went wrong. */
export const saying = (work) => async () => {
  document.getElementById('problem').hidden = true;
  try {
    await work();
  } catch (error) {
    say('problem', error.message);
    show('problem');
  }
};

export function onSubmit(id, work) {
  const form = document.getElementById(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void saying(() => work(Object.fromEntries(new FormData(form))))();
  });
}
`;

/** The page of a one-time link, where its owner chooses a password. The token is behind the # and never in an address that is requested. */
const welcomePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark: choose a password</title>
<link rel="stylesheet" href="/page/style.css">
<main>
<h1>Tidemark</h1>
<noscript><p>Choosing a password needs JavaScript.</p></noscript>
<p id="problem" role="alert" hidden></p>
<section id="owner" hidden>
<h2>Welcome, <span id="who"></span></h2>
<p>Choose a password of at least 12 characters. Three or four words that do not belong together are easy to remember.</p>
<form id="choose">
<input name="name" autocomplete="username" hidden>
<label>Password <input name="password" type="password" autocomplete="new-password" minlength="12" required autofocus></label>
<button>Choose it and log in</button>
</form>
</section>
<p><a href="/">To the first page</a></p>
</main>
<script type="module" src="/page/welcome.js"></script>
</html>
`;

const welcomeScript = `import { ask, onSubmit, say, saying, show } from '/page/ask.js';

const token = location.hash.slice(1);
await saying(async () => {
  const { name } = await ask('POST', '/api/link', { token });
  say('who', name);
  document.querySelector('input[name=name]').value = name;
  onSubmit('choose', async ({ password }) => {
    await ask('POST', '/api/link/use', { token, password });
    location.replace('/');
  });
  show('owner');
})();
`;

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

export const wholePages = { home: homePage, welcome: welcomePage, try: tryPage } as const;

/** By the last part of their address: media type and text. No page has an inline script or style. */
export const pageParts = {
  'style.css': [style, ownPageStyle],
  'ask.js': [script, askScript],
  'home.js': [script, homeScript],
  'welcome.js': [script, welcomeScript],
  'try.css': [style, tryStyle],
  'try.js': [script, tryScript],
} as const;
