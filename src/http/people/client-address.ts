/**
 * The address of whoever asks, behind the proxies that the operator named. Each proxy adds the address it was asked from at the
 * end of `X-Forwarded-For`, so the list is read from the end, and only as far as it was written by one of them.
 */
export function clientAddress(
  connection: string,
  forwardedFor: string | undefined,
  isProxy: (address: string) => boolean,
): string {
  let address = connection;
  for (const said of (forwardedFor ?? '').split(',').reverse()) {
    if (!isProxy(address) || said.trim() === '') break;
    address = said.trim();
  }
  return address.slice(0, 64);
}
