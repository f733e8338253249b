/** Servers and fetchers that close by themselves at the end of the test that started them. */
import { onTestFinished } from 'vitest';
import { type FetchRequest, type FetchResult, type HttpFetcher, HttpSession } from '../../src/fetch/index.ts';
import { type LoopbackOptions, loopbackFetcher } from './loopback-fetcher.ts';
import {
  type ScriptedOptions,
  type ScriptedRequest,
  type ScriptedServer,
  scriptedServer,
} from './scripted-server.ts';

export async function serveThisTest(
  script: (request: ScriptedRequest) => void,
  options?: ScriptedOptions,
): Promise<ScriptedServer> {
  const server = await scriptedServer(script, options);
  onTestFinished(server.close);
  return server;
}

export function fetcherOfThisTest(options?: LoopbackOptions): HttpFetcher {
  const fetcher = loopbackFetcher(options);
  onTestFinished(() => fetcher.destroy());
  return fetcher;
}

/** One request by a new fetcher. */
export function fetchInThisTest(
  { origin }: { readonly origin: string },
  options?: LoopbackOptions,
  request: Partial<FetchRequest> = {},
): Promise<FetchResult> {
  return fetcherOfThisTest(options).fetch({ url: origin, session: new HttpSession(), ...request });
}

/** The body, byte by byte. */
export function bodyOf({ body }: FetchResult): string {
  return Buffer.from(body).toString('latin1');
}
