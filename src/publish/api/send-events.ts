import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SentEvent } from './services.ts';

/** Proxies close connections on which nothing happens, many of them after a minute. */
const HEARTBEAT_MS = 20_000;

/** Sends events as they come (server-sent events). A client that loses the connection asks again by itself. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<SentEvent>): FastifyReply {
  const stream = Readable.from(written(events));
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), HEARTBEAT_MS);
  stream.on('close', () => clearInterval(heartbeat));
  return reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream);
}

async function* written(events: AsyncIterable<SentEvent>): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  for await (const { id, event, data } of events)
    yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
