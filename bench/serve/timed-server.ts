import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { startTidemark } from '../../test/kernel/cli/run-tidemark.ts';

/** The program over a database, and how long it takes to answer by its own log. */
export interface TimedServer {
  readonly url: string;
  /** Asks, and returns the server's own time for it in milliseconds. Throws for any answer that is not good. */
  time(path: string): Promise<number>;
  ask(method: string, path: string, body?: object): Promise<unknown>;
  /** What was answered since this was last called, but for streams: the path of each request, and the server's own time. */
  answered(): readonly { readonly path: string; readonly ms: number }[];
  /** Processor time of the server so far, of all its threads. */
  processorMs(): Promise<number>;
  stop(): Promise<void>;
}

export async function timedServer(
  environment: Readonly<Record<string, string>>,
  token: string,
): Promise<TimedServer> {
  const child = startTidemark(['serve', '--port', '0', '--json'], environment);
  const exited = once(child, 'exit');
  const times = new Map<string, PromiseWithResolvers<number>>();
  const timeOf = (id: string) => {
    const known = times.get(id) ?? Promise.withResolvers<number>();
    times.set(id, known);
    return known;
  };
  const paths = new Map<string, string>();
  let answers: { readonly path: string; readonly ms: number }[] = [];
  createInterface(child.stderr).on('line', (line) => {
    if (!line.includes('"responseTime"')) return noteRequest(line);
    const { reqId, responseTime } = JSON.parse(line) as { reqId: string; responseTime: number };
    timeOf(reqId).resolve(responseTime);
    const path = paths.get(reqId);
    paths.delete(reqId);
    if (path !== undefined && !path.includes('/events')) answers.push({ path, ms: responseTime });
  });
  function noteRequest(line: string): void {
    if (!line.includes('"req"')) return;
    const { reqId, req } = JSON.parse(line) as { reqId: string; req?: { readonly url: string } };
    if (req?.url.startsWith('/api/') === true) paths.set(reqId, req.url);
  }
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const agent = new Agent({ connections: 4 });
  const headers = { authorization: `Bearer ${token}` };
  return {
    url,
    async time(path) {
      const answer = await request(`${url}${path}`, { headers, dispatcher: agent });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
      const id = String(answer.headers['x-request-id']);
      const time = await timeOf(id).promise;
      times.delete(id);
      return time;
    },
    async ask(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    answered() {
      const given = answers;
      answers = [];
      return given;
    },
    async processorMs() {
      const answer = await request(`${url}/metrics`, { headers, dispatcher: agent });
      const [, seconds] = /^process_cpu_seconds_total (\S+)$/m.exec(await answer.body.text()) ?? [];
      return Number(seconds) * 1000;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await agent.close();
    },
  };
}
