import type { PageArea, ToldPlace } from '../track/index.ts';

const areas: Readonly<Record<PageArea, string>> = {
  head: 'the head of the page',
  header: 'the header',
  navigation: 'the navigation',
  main: 'the text',
  sidebar: 'the sidebar',
  footer: 'the footer',
};

/** `the footer`, `the text`. */
export function areaInWords({ area }: Pick<ToldPlace, 'area'>): string {
  return areas[area];
}

/** `under “Prices”`, `in the footer`; '' for text that is under no heading. Nobody looks for `div/div/aside`. */
export function placeInWords({ area, heading }: ToldPlace): string {
  const under = heading === null ? '' : `under “${heading}”`;
  if (area === 'main') return under;
  return area === 'head' ? '' : `in ${areas[area]}${under === '' ? '' : ` ${under}`}`;
}
