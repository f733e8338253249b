/** What a page shows besides its words: the classes of its elements, and what it tells search engines. */
export type PageSigns = ReadonlySet<string>;

const CLASSES = /\sclass\s{0,9}=\s{0,9}(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"'>]{1,100}))/gi;
const ROBOTS = /<meta\b[^>]{0,300}\bname\s{0,9}=\s{0,9}["']?robots\b[^>]{0,300}>/i;

/** Classes with digits are left out: they count or name one element. */
export function signsOf(html: string): PageSigns {
  const signs = new Set<string>();
  for (const [, double, single, bare] of html.matchAll(CLASSES))
    for (const name of (double ?? single ?? bare ?? '').split(/\s+/))
      if (name !== '' && !/\d/.test(name)) signs.add(`class "${name}"`);
  if (/noindex/i.test(ROBOTS.exec(html)?.[0] ?? '')) signs.add('"noindex"');
  return signs;
}

/**
 * The signs by which a site marks what it shows at addresses that cannot exist, when `now` has most of them; none when no
 * sign tells it apart from the site's pages, or `now` is not marked so.
 */
export function sharedSignsOfUnknown(
  now: PageSigns,
  unknown: PageSigns,
  pages: readonly PageSigns[],
): readonly string[] {
  const own = [...unknown].filter((sign) => !pages.some((page) => page.has(sign)));
  const shared = own.filter((sign) => now.has(sign));
  return shared.length * 2 > own.length ? shared : [];
}
