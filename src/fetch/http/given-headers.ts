/** What the caller of a fetch wants sent besides our own headers. */
export type GivenHeaders = Readonly<Record<string, string>>;

/** Fetch standard, "request-body-header names"; the length, which browsers never let a caller set, belongs to them. */
const describeBody = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
]);

/**
 * What any origin may see: `Accept` and `Accept-Language`, which the Fetch standard lets a page send anywhere unasked
 * ("CORS-safelisted request-header"), and what our own requests have anyway.
 *
 * It is a list of what goes along, not of what stays. curl keeps back `Authorization`, `Cookie` and `Host`, undici also
 * `Proxy-Authorization`; both pass an `X-Api-Key` on to whatever host a redirect names, and both have had their list
 * lengthened by advisories. A header that is given for a site is for that site.
 */
const forAnyOrigin = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

/** The given headers that go along with a redirect. What is left behind stays behind for the rest of the chain. */
export function headersAfterRedirect(
  given: GivenHeaders,
  { sameOrigin, dropsBody }: { readonly sameOrigin: boolean; readonly dropsBody: boolean },
): GivenHeaders {
  const goes = (name: string) =>
    (sameOrigin || forAnyOrigin.has(name)) && !(dropsBody && describeBody.has(name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => goes(name.toLowerCase())));
}
