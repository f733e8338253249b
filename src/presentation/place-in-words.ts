const areas: Readonly<Record<string, string>> = {
  head: 'the head of the page',
  header: 'the header',
  navigation: 'the navigation',
  main: 'the text',
  sidebar: 'the sidebar',
  footer: 'the footer',
};

interface Location {
  /** A `PageArea`. */
  readonly area: string;
  readonly heading: string | null;
}

/** `the footer`, `the text`. */
export function areaInWords({ area }: Pick<Location, 'area'>): string {
  return areas[area] ?? area;
}

/** `under “Prices”`, `in the footer`; '' for text that is under no heading. Readers do not look for `div/div/aside`. */
export function placeInWords({ area, heading }: Location): string {
  const under = heading === null ? '' : `under “${heading}”`;
  if (area === 'main') return under;
  return area === 'head' ? '' : `in ${areaInWords({ area })}${under === '' ? '' : ` ${under}`}`;
}
