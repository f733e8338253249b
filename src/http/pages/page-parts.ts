/** What the pages of the server share. */
export const ownPageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
form { display: grid; gap: .75rem; max-width: 22rem; margin: 1rem 0; }
label { display: grid; gap: .2rem; }
input, select, button { font: inherit; padding: .4rem .6rem; }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
#problem { border-left: .3rem solid #c00; padding-left: .7rem; }
`;

export const askScript = `export async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { 'x-tidemark-client': 'page', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.status === 204) return undefined;
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.detail);
  return told;
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
