import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

test('events are read whole, however the connection cuts them, and comments are left out', async () => {
  const text =
    'retry: 1000\n\n: still here\n\nid: a-1\nevent: runs\ndata: []\n\nid: a-2\nevent: ended\ndata: {"x":"港: y"}\n\n';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const events = await Array.fromAsync(readEvents(body));
  expect(events).toEqual([
    { id: 'a-1', event: 'runs', data: [] },
    { id: 'a-2', event: 'ended', data: { x: '港: y' } },
  ]);
});
