/** The headers of a request that a browser, not a page, decides about. */
export interface BrowserHeaders {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  /** Any value: a page of another site can send it only after a preflight request, which is never allowed. */
  readonly tidemarkClient: string | undefined;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export const changesNothing = (method: string): boolean => safeMethods.has(method.toUpperCase());

/**
 * Whether a request that a browser sends by itself with a session was really made by a page of this server. Browsers say where a request comes from
 * in `Sec-Fetch-Site`; over plain HTTP, and in older ones, in `Origin`. A page can forge neither. The header of our own client is the third check:
 * forms, images and links cannot send it.
 */
export function isFromOwnPage(headers: BrowserHeaders): boolean {
  const { host, origin, secFetchSite, tidemarkClient } = headers;
  if (tidemarkClient === undefined || tidemarkClient === '') return false;
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin';
  if (origin === undefined || host === undefined) return false;
  return URL.parse(origin)?.host === host.toLowerCase();
}

const literalAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * Whether a request is for this server by a name that it is known by: `localhost`, an address, or the host of its public
 * address. A page of another site whose name was pointed at this machine (DNS rebinding) has the other site's name here.
 */
export function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  const name = /[@/?#\\]/.test(host ?? '') ? '' : (URL.parse(`http://${host ?? ''}`)?.hostname ?? '');
  if (name === 'localhost' || literalAddress.test(name)) return true;
  return publicUrl !== '' && name === URL.parse(publicUrl)?.hostname;
}

/**
 * The address of the client, behind the proxies that the operator named. Each proxy appends the address of its own client to
 * `X-Forwarded-For`, so the list is read from the end, and only as far as one of these proxies wrote it.
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
