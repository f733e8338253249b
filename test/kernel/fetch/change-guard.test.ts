import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { expect, test, vi } from 'vitest';
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

test.each(['http', 'https'])('nothing that may change the server leaves a visitor (%s)', async (scheme) => {
  const arrived: string[] = [];
  const sockets: Duplex[] = [];
  const listener: RequestListener = ({ method, url = '' }, response) => {
    arrived.push(`${method} ${url}`);
    response.writeHead(200, { 'content-type': url.endsWith('.js') ? 'text/javascript' : 'text/html' });
    response.end(url === '/' ? page : (others[url] ?? 'ok'));
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
    socket.on('data', (frame: Buffer) => {
      if (((frame[0] ?? 0) & 15) === 1) arrived.push(`SOCKET ${messageIn(frame)}`);
    });
    socket.on('error', () => socket.destroy());
    sockets.push(socket);
  });
  const { port, close } = await listenOnLoopback(server);
  const origin = `${scheme}://127.0.0.1:${port}`;
  const browser = await browserForThisTest();
  const { visitor, changes } = await browser.newHeldVisitor({ ignoreHTTPSErrors: true }, (url) =>
    url.endsWith('/allowed'),
  );
  try {
    const opened = await visitor.newPage();
    await opened.goto(`${origin}/`);
    await vi.waitFor(() => expect(arrived).toContain('POST /graphql'), { timeout: 60_000 });
    expect(arrived.filter((each) => !each.startsWith('GET')).toSorted()).toEqual([
      'POST /graphql',
      'SOCKET hello',
    ]);
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
        'WebSocket /live {"add":"card"}',
        'PUT /allowed?not',
      ]),
    );
    expect(arrived.filter((each) => !each.startsWith('GET')).toSorted()).toEqual([
      'POST /graphql',
      'POST /search',
      'PUT /allowed',
      'SOCKET hello',
      'SOCKET hello',
    ]);
  } finally {
    await visitor.close();
    for (const socket of sockets) socket.destroy();
    await close();
  }
});

/** The text of a short frame from a browser. */
function messageIn(frame: Buffer): string {
  const [key, text] = [frame.subarray(2, 6), frame.subarray(6, 6 + ((frame[1] ?? 0) & 127))];
  return Buffer.from(text.map((byte, place) => byte ^ (key[place % 4] ?? 0))).toString();
}
