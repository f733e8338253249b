import { lookup } from 'node:dns/promises';

/** Turns a name into addresses, best first. It throws when there are none. Tests give their own. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Asks the operating system, as every other program on the machine does (hosts file included). */
export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/** Lets questions for one name that are open at the same time share one answer. Nothing is kept after it came. */
export function sharingResolve(resolve: Resolve): Resolve {
  const open = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const known = open.get(host);
    if (known !== undefined) return known;
    const asked = resolve(host).finally(() => open.delete(host));
    open.set(host, asked);
    return asked;
  };
}
