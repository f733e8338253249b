import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type LoopbackServer, listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends LoopbackServer {
  /** Everything that came, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** The body of the last request. */
  json(): Readonly<Record<string, unknown>>;
}

/** A service on loopback that keeps what it is sent. `answer` decides what it says; 200 `ok` by default. */
export async function startReceiver(
  answer: (request: ReceivedRequest, response: ServerResponse, index: number) => void = (_, response) =>
    void response.end('ok'),
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: await text(incoming) };
    requests.push(request);
    answer(request, response, requests.length - 1);
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    requests,
    json: () => JSON.parse(requests.at(-1)?.body ?? '{}') as Record<string, unknown>,
  };
}

/** Closed at the end of the test. */
export async function receiverForThisTest(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  onTestFinished(receiver.close);
  return receiver;
}
