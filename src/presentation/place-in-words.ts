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
  /** The name of the row, item or card. */
  readonly record?: string | undefined;
}

/** `the footer`, `the text`. */
export function areaInWords({ area }: Pick<Location, 'area'>): string {
  return areas[area] ?? area;
}

/** `of “Anchor” under “Prices”`, `in the footer`; '' for text that is under no heading. A path such as `div/div/aside` does not help readers. */
export function placeInWords({ area, heading, record = '' }: Location): string {
  if (area === 'head') return '';
  const parts = [
    record === '' ? '' : `of “${record}”`,
    area === 'main' ? '' : `in ${areaInWords({ area })}`,
    heading === null || heading === record ? '' : `under “${heading}”`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
