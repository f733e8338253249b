import type { Socket } from 'node:net';

/** Reads the answers of a proxy to the exact byte: whatever follows belongs to the tunnelled connection. */
export class SocketReader {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Exactly `length` bytes. Throws if the other side closes before that. */
  async take(length: number): Promise<Buffer> {
    for (;;) {
      const chunk: Buffer | null = this.#socket.read(length);
      if (chunk !== null) {
        if (chunk.length === length) return chunk;
        throw new Error('the connection was closed in the middle of an answer');
      }
      await this.#more();
    }
  }

  /** Everything up to and including the delimiter. Throws if that is more than about `limit` bytes. */
  async takeThrough(delimiter: string, limit: number): Promise<Buffer> {
    let taken = Buffer.alloc(0);
    while (taken.length < limit) {
      const chunk: Buffer | null = this.#socket.read();
      if (chunk === null) {
        await this.#more();
        continue;
      }
      taken = Buffer.concat([taken, chunk]);
      const end = taken.indexOf(delimiter);
      if (end < 0) continue;
      const rest = taken.subarray(end + delimiter.length);
      if (rest.length > 0) this.#socket.unshift(rest);
      return taken.subarray(0, end + delimiter.length);
    }
    throw new Error(`the answer does not end within ${limit} bytes`);
  }

  #more(): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const stop = () => {
        socket.off('readable', ready).off('end', ended).off('error', failed).off('close', ended);
      };
      const ready = () => {
        stop();
        resolve();
      };
      const ended = () => {
        stop();
        reject(new Error('the connection was closed'));
      };
      const failed = (error: Error) => {
        stop();
        socket.on('error', () => undefined);
        reject(error);
      };
      if (socket.readableEnded || socket.destroyed) return ended();
      socket.on('readable', ready).on('end', ended).on('error', failed).on('close', ended);
    });
  }
}
