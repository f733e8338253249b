/** An address as people read it: without what is the same everywhere, with its letters instead of codes. */
export function readableAddress(url: string): { readonly host: string; readonly rest: string } {
  const parsed = URL.parse(url);
  if (parsed === null) return { host: '', rest: url };
  return { host: parsed.host, rest: decoded(url.slice(url.indexOf(parsed.host) + parsed.host.length)) };
}

/** The whole address, with its letters. */
export const readableUrl = (url: string): string => {
  const { host, rest } = readableAddress(url);
  return url.slice(0, url.indexOf(host) + host.length) + rest;
};

/** Letters only: a code for a space, a slash or a change of direction would make it look like another address. */
const letters = /^[\p{L}\p{M}\p{N}]+$/u;

function decoded(text: string): string {
  return text.replace(/(?:%[89a-f][0-9a-f])+/gi, (codes) => {
    try {
      const shown = decodeURIComponent(codes);
      return letters.test(shown) ? shown : codes;
    } catch {
      return codes;
    }
  });
}

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** With https where no scheme was typed. */
export const completeAddress = (typed: string): string =>
  hasScheme.test(typed) ? typed : `https://${typed}`;

/**
 * The address in what a user typed: `example.org` becomes a URL, and the server finds out whether it supports https. Null when it cannot be an
 * address.
 */
export function typedAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return null;
  const parsed = URL.parse(completeAddress(text));
  if (parsed === null || !/^(?:https?|ftps?|sftp):$/.test(parsed.protocol)) return null;
  return /^localhost$|[.:]/.test(parsed.hostname) ? text : null;
}
