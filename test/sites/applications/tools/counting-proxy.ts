import { createServer, request } from 'node:http';

/** Requests with this header are those of the proof itself; it does not reach the application. */
export const NOT_COUNTED = 'x-not-counted';

/** Stands before the application, so that its address stays the same and requests can be counted. */
export class CountingProxy {
  /** The port where the application listens now. */
  target = 0;
  #counted: string[] = [];
  readonly #server = createServer((asked, answer) => {
    const { [NOT_COUNTED]: own, ...headers } = asked.headers;
    if (own === undefined) this.#counted.push(asked.url ?? '');
    // Puma sends none, and Node would add one, of the machine's time.
    answer.sendDate = false;
    const passed = request(
      // A connection of its own: one that is kept may be closed by the application just when it is used again.
      { host: '127.0.0.1', port: this.target, method: asked.method, path: asked.url, headers, agent: false },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(answer);
      },
    );
    passed.once('error', () => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end();
    });
    asked.pipe(passed);
  });

  async listen(): Promise<string> {
    // On a busy machine, visitors use a connection again after any time.
    this.#server.keepAliveTimeout = 0;
    this.#server.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.#server.once('listening', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** What was requested since the last call. */
  takeCounted(): readonly string[] {
    const counted = this.#counted;
    this.#counted = [];
    return counted;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
