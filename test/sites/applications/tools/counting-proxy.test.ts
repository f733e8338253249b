import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { CountingProxy, NOT_COUNTED } from './counting-proxy.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function proxyOf(
  date: string | null,
): Promise<{ readonly proxy: CountingProxy; readonly origin: string }> {
  const application = createServer((_, answer) => {
    answer.sendDate = false;
    if (date !== null) answer.setHeader('Date', date);
    answer.end('boats');
  }).listen(0, '127.0.0.1');
  closers.push(() => new Promise((resolve) => application.close(resolve)));
  await new Promise((resolve) => application.once('listening', resolve));
  const address = application.address();
  const proxy = new CountingProxy();
  proxy.target = address === null || typeof address === 'string' ? 0 : address.port;
  const origin = await proxy.listen();
  closers.push(() => proxy.close());
  return { proxy, origin };
}

describe('the proxy before an application', () => {
  it('sends the Date of the application, and none where it sends none', async () => {
    const date = 'Mon, 02 Mar 2026 09:07:00 GMT';
    for (const sent of [date, null]) {
      const { origin } = await proxyOf(sent);
      expect((await fetch(origin)).headers.get('date')).toBe(sent);
    }
  });

  it('counts what others than the proof ask for', async () => {
    const { proxy, origin } = await proxyOf(null);
    await fetch(`${origin}/boats`);
    await fetch(`${origin}/own`, { headers: { [NOT_COUNTED]: '1' } });
    expect(proxy.takeCounted()).toEqual(['/boats']);
    expect(proxy.takeCounted()).toEqual([]);
  });
});
