import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { certificate } from '../../fixtures/servers/certificates.ts';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';
import { browserForThisTest } from './browser-for-this-test.ts';

/** All ways in which a page of today sends something, at loading (where only reading ones are due), at a press, and when it is left. */
const page = `<!doctype html><title>Board</title><link rel="icon" href="data:,">
<style>body { margin: 0 } button { position: fixed; left: 0; top: 0; width: 100px; height: 100px }</style>
<button>Press</button>
<form id=window method=post action=/window target=_blank></form><form id=form method=post action=/form><input name=status value=cancelled></form>
<a id=link href="#here" ping="/ping">here</a><iframe src="/inner"></iframe><script>
const post = (path, method = 'POST', more = {}) => fetch(path, { method, ...more });
const said = [];
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live');
socket.onopen = () => { socket.send('hello'); post('/graphql', 'POST', { body: JSON.stringify({ query: '{ cards }' }) }); };
post('/load');
const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => fetch("' + location.origin + '/worker", { method: "DELETE" })'])));
let shared;
try { shared = new SharedWorker('/shared.js'); } catch {}
document.querySelector('button').onclick = async () => {
  worker.postMessage(1);
  shared?.port.postMessage(1);
  socket.send('hello');
  socket.send('{"add":"card"}');
  const asked = new XMLHttpRequest();
  asked.open('PUT', '/xhr');
  asked.send('1');
  navigator.sendBeacon('/beacon', '1');
  post('/keepalive', 'POST', { keepalive: true });
  globalThis.fetchLater?.('/later', { method: 'POST' });
  document.querySelector('#link').click();
  document.querySelector('#window').submit();
  said.push((await post('/search', 'POST', { body: '{"q":"tide"}' })).status);
  said.push((await post('/cards/7', 'DELETE')).status);
  document.querySelector('#form').submit();
  setTimeout(() => { document.title = said.join(' '); }, 200);
};
onpagehide = () => { navigator.sendBeacon('/left-beacon'); post('/left', 'POST', { keepalive: true }); };
</script>`;
const others: Readonly<Record<string, string>> = {
  '/inner': '<script>fetch("/frame", { method: "POST" })</script>',
  '/shared.js':
    'onconnect = ({ ports }) => { ports[0].onmessage = () => fetch("/shared", { method: "DELETE" }); }',
  '/next': '<title>Next</title>',
};

/** A site whose pages answer at any method, and what arrives there beside reading by GET. */
async function servedInThisTest(scheme: string, pages: Readonly<Record<string, string>>) {
  const arrived: string[] = [];
  const sockets: Duplex[] = [];
  const listener: RequestListener = ({ method, url = '' }, response) => {
    if (method !== 'GET') arrived.push(`${method} ${url}`);
    const [, to] = /^\/moved(\/.*)\/(?:search|allowed)$/.exec(url) ?? [];
    if (to !== undefined) return void response.writeHead(307, { location: to }).end();
    response.writeHead(200, { 'content-type': url.endsWith('.js') ? 'text/javascript' : 'text/html' });
    response.end(pages[url] ?? 'ok');
  };
  const server: Server =
    scheme === 'http' ? createServer(listener) : createSecureServer(certificate, listener);
  server.on('upgrade', ({ headers }, socket: Duplex) => {
    const key = createHash('sha1').update(
      `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
    );
    socket.write(
      `HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key.digest('base64')}\r\n\r\n`,
    );
    // Of kind 1 are texts; a socket also says that it closes.
    socket.on('data', (frames: Buffer) => arrived.push(...textsIn(frames).map((text) => `SOCKET ${text}`)));
    socket.on('error', () => socket.destroy());
    sockets.push(socket);
  });
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await close();
  });
  return { origin: `${scheme}://127.0.0.1:${port}`, arrived };
}

test.each(['http', 'https'])('nothing that may change the server leaves a visitor (%s)', async (scheme) => {
  const { origin, arrived } = await servedInThisTest(scheme, { '/': page, ...others });
  const browser = await browserForThisTest();
  const { visitor, changes } = await browser.newHeldVisitor({ ignoreHTTPSErrors: true }, (url) =>
    url.endsWith('/allowed'),
  );
  try {
    const opened = await visitor.newPage();
    await opened.goto(`${origin}/`);
    await vi.waitFor(() => expect(arrived).toContain('POST /graphql'), { timeout: 60_000 });
    expect(arrived.toSorted()).toEqual(['POST /graphql', 'SOCKET hello']);
    await opened.mouse.click(50, 50);
    // The page is still there: the form that was sent left it as it is.
    await vi.waitFor(async () => expect(await opened.title()).toBe('200 204'), { timeout: 60_000 });
    await opened.evaluate('fetch("/allowed", { method: "PUT" })');
    await opened.goto(`${origin}/next`);
    await opened.evaluate('fetch("/allowed?not", { method: "PUT" })');
    const held = changes.take().map(({ says }) => says);
    expect(held).toEqual(
      expect.arrayContaining([
        'POST /load',
        'POST /frame',
        'DELETE /worker',
        'PUT /xhr',
        'POST /beacon',
        'POST /keepalive',
        'POST /window',
        'DELETE /cards/7',
        'POST /form status=cancelled',
        'WebSocket /live hello',
        'WebSocket /live {"add":"card"}',
        'PUT /allowed?not',
      ]),
    );
    expect(arrived.toSorted()).toEqual(['POST /graphql', 'POST /search', 'PUT /allowed', 'SOCKET hello']);
  } finally {
    await visitor.close();
  }
});

/** Sends over WebSockets of this window, of a frame and of a new window, of which only the first was pressed. */
const talking = `<!doctype html><title>Talk</title><link rel="icon" href="data:,">
<style>body { margin: 0 } button { position: fixed; left: 0; top: 0; width: 100px; height: 100px }</style><button>Press</button><script>
const live = location.origin.replace('http', 'ws') + '/live';
const own = new WebSocket(live);
own.onopen = () => { own.send('toggle'); document.title = 'ready'; };
document.querySelector('button').onclick = () => {
  for (const text of ['toggle', '{"delete":7,"note":"heartbeat"}', '{"type":"ping","delete":7}', 'ping', '{"type":"heartbeat","id":1}']) own.send(text);
  const { contentWindow: frame } = document.body.appendChild(document.createElement('iframe'));
  frame.WebSocket.prototype.send.call(own, 'by the prototype of a frame');
  const framed = new frame.WebSocket(live);
  framed.onopen = () => framed.send('by a frame');
  try { new WebSocketStream(live).opened.then(({ writable }) => writable.getWriter().write('by a stream')); } catch {}
  window.open('/window');
};
</script>`;

test('after a press in one window, no window and no frame sends anything over a WebSocket but heartbeats', async () => {
  const { origin, arrived } = await servedInThisTest('http', {
    '/': talking,
    '/window': `<script>const own = new WebSocket(location.origin.replace('http', 'ws') + '/live'); own.onopen = () => own.send('by a window');</script>`,
  });
  const browser = await browserForThisTest();
  const { visitor, changes } = await browser.newHeldVisitor({}, () => false);
  try {
    const opened = await visitor.newPage();
    await opened.goto(origin);
    await vi.waitFor(() => expect(arrived).toEqual(['SOCKET toggle']), { timeout: 60_000 });
    await opened.mouse.click(50, 50);
    const held: string[] = [];
    await vi.waitFor(
      () => {
        held.push(...changes.take().map(({ says }) => says.replace('WebSocket /live ', '')));
        expect(held.toSorted()).toEqual([
          'by a frame',
          'by a window',
          'by the prototype of a frame',
          'toggle',
          '{"delete":7,"note":"heartbeat"}',
          '{"type":"ping","delete":7}',
        ]);
        expect(arrived).toEqual(['SOCKET toggle', 'SOCKET ping', 'SOCKET {"type":"heartbeat","id":1}']);
      },
      { timeout: 60_000 },
    );
  } finally {
    await visitor.close();
  }
});

test.each(['http', 'https'])(
  'a redirect that would be followed by the same method is held (%s)',
  async (scheme) => {
    const { origin, arrived } = await servedInThisTest(scheme, { '/': '<title>Start</title>' });
    const browser = await browserForThisTest();
    const { visitor, changes } = await browser.newHeldVisitor({ ignoreHTTPSErrors: true }, (url) =>
      url.endsWith('/allowed'),
    );
    try {
      const opened = await visitor.newPage();
      await opened.goto(origin);
      const status = (path: string, method: string) =>
        opened.evaluate(
          `fetch('${path}', { method: '${method}', body: '{"q":"tide"}' }).then(({ status }) => status)`,
        );
      expect(await status('/moved/cards/search', 'POST')).toBe(204);
      expect(await status('/moved/cards/7/allowed', 'DELETE')).toBe(204);
      expect(await status('/moved/other/allowed/allowed', 'PUT')).toBe(200);
      expect(changes.take().map(({ says }) => says)).toEqual(['POST /cards', 'DELETE /cards/7']);
      expect(arrived).toEqual([
        'POST /moved/cards/search',
        'DELETE /moved/cards/7/allowed',
        'PUT /moved/other/allowed/allowed',
        'PUT /other/allowed',
      ]);
    } finally {
      await visitor.close();
    }
  },
);

/** The texts of short frames from a browser, of which several may arrive at once. */
function textsIn(frames: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let left = frames; left.length >= 6; ) {
    const [key, end] = [left.subarray(2, 6), 6 + ((left[1] ?? 0) & 127)];
    const bytes = left.subarray(6, end).map((byte, place) => byte ^ (key[place % 4] ?? 0));
    if (((left[0] ?? 0) & 15) === 1) texts.push(Buffer.from(bytes).toString());
    left = left.subarray(end);
  }
  return texts;
}
