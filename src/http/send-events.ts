import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ApiError } from './errors.ts';
import type { SentEvent } from './services.ts';

/** Proxies close connections on which nothing happens, many of them after a minute. */
const HEARTBEAT_MS = 20_000;

/** Streams of events that one user may have open at a server: a browser has one for each tab. */
const MOST_STREAMS = 20;

/** Counts the open streams of each user. Each costs memory, and a question to the database for every event. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** Counts one more until the answer is closed. Throws API_TOO_MANY_STREAMS. */
  add(user: string, reply: FastifyReply): void {
    const open = this.#open.get(user) ?? 0;
    if (open >= MOST_STREAMS)
      throw new ApiError(
        'API_TOO_MANY_STREAMS',
        `You have ${MOST_STREAMS} streams of events open: close one of them, or ask again later.`,
      );
    this.#open.set(user, open + 1);
    reply.raw.once('close', () => {
      const left = (this.#open.get(user) ?? 1) - 1;
      if (left === 0) this.#open.delete(user);
      else this.#open.set(user, left);
    });
  }
}

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
