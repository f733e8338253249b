import type { CustomFetch } from 'openid-client';
import type { Config } from '../../config/index.ts';
import { packageFacts } from '../../config/index.ts';
import { trustedCertificates } from '../../crawl/site/site-network.ts';
import { egressPolicy, GuardedEgress, HttpFetcher, HttpSession, honestUserAgent } from '../../fetch/index.ts';

const limits = {
  headersTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  maxBytes: 1_048_576,
  maxRedirects: 0,
};

/** `fetch` for a library that brings none of ours: every connection of a server goes through its guard. */
export function guardedFetch(
  config: Pick<Config, 'caFile'>,
  allowedHost: string,
): { readonly fetch: CustomFetch; close(): Promise<void> } {
  const egress = new GuardedEgress({
    policy: egressPolicy({ allowedHosts: [allowedHost] }),
    trustedCertificates: trustedCertificates(config),
  });
  const fetcher = new HttpFetcher({ egress, userAgent: honestUserAgent(packageFacts().version, ''), limits });
  return {
    async fetch(url, { method, headers, body }) {
      const result = await fetcher.fetch({
        url,
        method,
        headers,
        session: new HttpSession(),
        follow: () => false,
        ...(body === undefined || body === null ? {} : { body: sendable(body) }),
      });
      const hasBody = result.body.length > 0;
      return new Response(hasBody ? Buffer.from(result.body) : null, {
        status: result.status,
        headers: result.headers.list().map(([name, value]): [string, string] => [name, value]),
      });
    },
    close: () => fetcher.close(),
  };
}

/** What the library sends are forms. */
function sendable(body: unknown): string | Uint8Array {
  return body instanceof Uint8Array ? body : String(body);
}
