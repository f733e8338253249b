import { isIP } from 'node:net';

/**
 * The one spelling of a host: what a URL makes of it (`0x7f.1` and `１２７.0.0.1` are 127.0.0.1), in lower case,
 * without brackets, without the dot of the root. Null for what is no host.
 */
export function canonicalHost(text: string): string | null {
  const bracketed = isIP(text) === 6 && !text.includes('%') ? `[${text}]` : text;
  if (/[/?#@\\]/.test(bracketed)) return null;
  const url = URL.parse(`http://${bracketed}/`);
  if (url === null || url.port !== '') return null;
  const host = url.hostname;
  if (host.startsWith('[')) return host.slice(1, -1);
  const bare = host.endsWith('.') ? host.slice(0, -1) : host;
  // `127.0.0.1.` is an address too; a second pass tells.
  return bare !== host && /^[0-9a-fx.]+$/.test(bare) ? canonicalHost(bare) : bare;
}

/** RFC 6761, section 6.3: names that mean this very machine wherever they are resolved, also at a proxy. */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}
