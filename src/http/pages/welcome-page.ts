/** Where a one-time link leads: its owner chooses a password. The token is behind the # and never in an address that is asked for. */
export const welcomePage = `<!doctype html>
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

export const welcomeScript = `import { ask, onSubmit, say, saying, show } from '/page/ask.js';

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
