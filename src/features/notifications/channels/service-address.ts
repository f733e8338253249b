import type { Channel } from './channel.ts';

/** `slack://host/path` is `https://host/path`; `slack+http://` and `slack+https://` say which. Null for anything else. */
export function serviceUrl(address: string): URL | null {
  const [, protocol = 'https', rest] = /^[a-z]+(?:\+(https?))?:\/\/(.*)$/is.exec(address) ?? [];
  return rest === undefined ? null : URL.parse(`${protocol.toLowerCase()}://${rest}`);
}

export const schemesOf = (name: string): readonly string[] => [name, `${name}+https`, `${name}+http`];

/** What all services at a web address have in common. `hasPath` tells whether a path leads to a place to post to. */
export function atWebAddress(
  name: string,
  example: string,
  hasPath: (path: string) => boolean,
): Pick<Channel, 'schemes' | 'example' | 'problemOf' | 'hostOf'> {
  return {
    schemes: schemesOf(name),
    example,
    problemOf(address) {
      const url = serviceUrl(address);
      if (url === null || url.hostname === '') return 'it names no host';
      return hasPath(url.pathname) ? null : 'its path is not one that the service has';
    },
    hostOf: (address) => serviceUrl(address)?.hostname ?? null,
  };
}
