import { createServer } from 'node:http';

/** An application that scripts build, for the views of states: sections, a dialog and a list that can be opened. */
export interface HarbourApplication {
  readonly url: string;
  /** Its people write on: a price rises, the crane goes, a warning comes. */
  moveOn(): void;
  close(): Promise<void>;
}

const first = {
  Tides: 'High water comes at 6:12 in the morning with 1.80 m, and again at 18:40 with 1.95 m.',
  Prices: 'A night at the quay costs 40 euros for a boat of up to ten metres, and 65 for longer ones.',
  Crane: 'The crane lifts boats of up to twelve tons on working days.',
  港の案内: '見学は無料です。受付は午前九時から午後五時までです。',
};
const { Crane: _, ...kept } = first;
const second = {
  ...kept,
  Prices: first.Prices.replace('40 euros', '45 euros'),
  Storms: 'Wind from the west, force eight. No boat leaves until further notice.',
};

const page = (
  shows: Readonly<Record<string, string>>,
) => `<!doctype html><html lang="en"><title>Harbour office</title>
<style>
  body { margin: 0; font: 18px/1.5 sans-serif; background: #eef4f6; color: #17303a }
  nav { display: flex; gap: 8px; padding: 16px 24px; background: #0c4a5b }
  button { font: inherit; padding: 6px 16px; border: 0; border-radius: 6px; background: #fff; color: #0c4a5b }
  main { max-width: 42rem; margin: 32px auto; padding: 24px; background: #fff; border-radius: 8px }
  dialog { border: 0; border-radius: 8px; padding: 24px }
</style>
<nav></nav><main id="shown"><h1>Welcome</h1><p>The harbour office is open from nine to five.</p></main>
<dialog id="berth"><h2>Berth 14</h2><p>Free from Friday, with water and power.</p></dialog>
<script>
  const sections = ${JSON.stringify(shows)};
  const show = (name, more) => {
    document.title = name + ' · Harbour office';
    shown.innerHTML = '<h1></h1><p></p>';
    shown.firstChild.textContent = name;
    shown.lastChild.textContent = more;
    if (name === 'Prices') add('Show a berth', () => berth.showModal());
    if (name === 'Tides') add('The whole week', () => show('Tides of the week', 'Monday 6:12, Tuesday 6:58, Wednesday 7:49, Thursday 8:47.'));
  };
  const add = (name, press) => {
    const button = document.createElement('button');
    button.textContent = name;
    button.onclick = press;
    shown.append(button);
  };
  for (const [name, text] of Object.entries(sections)) {
    const button = document.createElement('button');
    button.textContent = name;
    button.onclick = () => show(name, text);
    document.querySelector('nav').append(button);
  }
</script></html>`;

export async function startHarbourApplication(): Promise<HarbourApplication> {
  let shows: Readonly<Record<string, string>> = first;
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isPage ? page(shows) : 'There is no such page.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    moveOn: () => {
      shows = second;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
