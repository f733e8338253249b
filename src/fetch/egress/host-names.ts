import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/**
 * The one spelling of a host that a URL produces (`0x7f.1` and `１２７.0.0.1` are 127.0.0.1): lower case, without
 * brackets, without a final dot. Null if the text is not a host.
 */
export function canonicalHost(text: string): string | null {
  const bracketed = isIP(text) === 6 && !text.includes('%') ? `[${text}]` : text;
  if (/[/?#@\\]/.test(bracketed)) return null;
  const url = URL.parse(`http://${bracketed}/`);
  if (url === null || url.port !== '') return null;
  const host = url.hostname;
  if (host.startsWith('[')) return host.slice(1, -1);
  const bare = host.endsWith('.') ? host.slice(0, -1) : host;
  // `127.0.0.1.` is an address too, which only a second pass finds out.
  return bare !== host && /^[0-9a-fx.]+$/.test(bare) ? canonicalHost(bare) : bare;
}

/** RFC 6761, section 6.3: names that mean this machine wherever they are resolved, also at a proxy. */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Turns a name into addresses, best first. It throws if there are none. Tests provide their own. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Asks the operating system, so that the hosts file counts as for every other program. */
export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/** Lets simultaneous lookups of one name share one answer. Nothing is cached after that. */
export function sharingResolve(resolve: Resolve): Resolve {
  const pending = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const known = pending.get(host);
    if (known !== undefined) return known;
    const asked = resolve(host).finally(() => pending.delete(host));
    pending.set(host, asked);
    return asked;
  };
}
