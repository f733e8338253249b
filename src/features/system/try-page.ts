/** A page to try the API. It needs nothing but this server. */
export const tryPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark: the API</title>
<link rel="stylesheet" href="/page/try.css">
<main>
<h1>Tidemark: the API</h1>
<p><label>Token (not needed when you are <a href="/">logged in</a>) <input id="token" type="password" autocomplete="off"></label>
The same as text for programs: <a href="/api/openapi.json">openapi.json</a></p>
<div id="operations"></div>
</main>
<script type="module" src="/page/try.js"></script>
</html>
`;

const style = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0; }
summary { cursor: pointer; }
code, pre, textarea { font: 13px/1.5 ui-monospace, monospace; }
textarea { width: 100%; min-height: 6rem; }
form { display: grid; gap: .5rem; margin: .75rem 0; }
label { display: grid; gap: .15rem; }
pre { max-height: 30rem; overflow: auto; padding: .75rem; background: color-mix(in srgb, currentColor 7%, transparent); }
.status { font-weight: 600; }
`;

const script = `const place = document.getElementById('operations');
const token = document.getElementById('token');
const element = (name, content = {}, ...children) => {
  const made = Object.assign(document.createElement(name), content);
  made.append(...children);
  return made;
};
const { paths } = await (await fetch('/api/openapi.json')).json();
for (const [path, operations] of Object.entries(paths))
  for (const [method, operation] of Object.entries(operations)) place.append(entry(method, path, operation));

function entry(method, path, { summary, parameters, requestBody }) {
  const form = element('form');
  for (const { name, in: where, required, schema } of parameters)
    form.append(element('label', {}, name + (required ? '' : ' (optional)'),
      element('input', { name: where + ' ' + name, placeholder: schema.description ?? '', required })));
  if (requestBody) form.append(element('label', {}, 'body', element('textarea', { name: 'body', value: '{}' })));
  const answer = element('div');
  form.append(element('button', { textContent: 'Ask' }));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    answer.replaceChildren(...(await ask(method, path, new FormData(form))));
  });
  const title = element('summary', {}, element('code', { textContent: method.toUpperCase() + ' ' + path }), ' ' + summary);
  return element('details', {}, title, form, answer);
}

async function ask(method, path, given) {
  const query = new URLSearchParams();
  let address = path;
  let body;
  for (const [name, value] of given) {
    const [where, parameter] = name.split(' ');
    if (name === 'body') body = value;
    else if (where === 'path') address = address.replace('{' + parameter + '}', encodeURIComponent(value));
    else if (value !== '') query.set(parameter, value);
  }
  const headers = { 'x-tidemark-client': 'page', ...(token.value && { authorization: 'Bearer ' + token.value }), ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(address + (query.size ? '?' + query : ''), { method: method.toUpperCase(), headers, body });
  const text = (await answer.text()).slice(0, 200000);
  return [element('p', { className: 'status', textContent: answer.status + ' ' + (answer.headers.get('content-type') ?? '') }),
    element('pre', { textContent: readable(text) })];
}

function readable(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}
`;

/** By the last part of their address: media type and text. The page has no inline script or style. */
export const tryPageParts = {
  'try.css': ['text/css; charset=utf-8', style],
  'try.js': ['text/javascript; charset=utf-8', script],
} as const;
