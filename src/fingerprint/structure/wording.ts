import type { PageElement } from '../comparable-content.ts';

/** A text as it would be on a page with other data: numbers masked, case and white space unified. */
export function masked(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\p{N}+(?:[.,:/-]\p{N}+)*/gu, '#')
    .slice(0, 80);
}

/** A heading that begins with an HTTP error number keeps it: the number says what kind of page this is. */
export function maskedHeading(text: string): string {
  const code = /^\W*(?:error\W*)?([45]\d\d)\b(?![.,:]\d)/i.exec(text)?.[1];
  return code === undefined ? masked(text) : `error ${code} ${masked(text)}`;
}

/** Ids that frameworks count in letters and digits: `:r1b:`, `_r_m_`, `«r2»`. */
const generatedIds = /[:«]r[0-9a-z]{1,4}[:»]|_r_[0-9a-z]{1,4}_/g;

/** A name or an id of an element without what is counted or generated in it: `owners[17][name]`, `mce_93af01c2`. */
export function maskedName(name: string): string {
  const counted = name
    .toLowerCase()
    .replace(generatedIds, '#')
    .replace(/[0-9a-f]{8,}(?:-[0-9a-f]+)*|\d+/g, '#');
  // `where[]` is the next of `where[0]`, `where[1]`.
  return counted.replaceAll('[]', '[#]');
}

const leadsNowhere = /^(?:#.{0,2}$|javascript:|$)/i;
const generated = /^(?=.*\d)[\w-]{12,}$|^[0-9a-f]{8,}$/i;

/**
 * An address without the record that it names: `/owners/17/edit?page=2` and `/owners/18/edit?page=3` are the same function. Null when it
 * leads nowhere: then only scripts decide what happens.
 */
export function addressPattern(address: string): string | null {
  const trimmed = address.trim();
  if (leadsNowhere.test(trimmed)) return null;
  const [beforeFragment = '', fragment = ''] = trimmed.split('#', 2);
  const [path = '', query = ''] = beforeFragment.split('?', 2);
  const places = `${path}${fragment.includes('/') ? `#${fragment}` : ''}`
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/;[^/]*/g, '')
    .split('/')
    .map((place) => (generated.test(place) ? '#' : maskedName(place)));
  const parameters = query
    .split(/[&;]/)
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2);
      // A word or a route chooses a function (`action=edit`, `route=/table/sql`); anything else chooses a record.
      return /^\/?[a-z][a-z_.-]{0,30}(?:\/[a-z][a-z_.-]{0,30}){0,3}$/i.test(value)
        ? `${maskedName(name)}=${value.toLowerCase()}`
        : maskedName(name);
    });
  return `${places.join('/')}?${[...new Set(parameters)].sort().join('&')}`;
}

const passing =
  /^(?:active|selected|current|open|opened|in|show|shown|hover|focus|focused|odd|even|first|last|alt|disabled|enabled|checked|visited|collapsed|expanded|loading|loaded|animated|fade|ng-.*|v-.*|js-.*|is-.*|has-.*|ui-state-.*)$/;
const layout =
  /^(?:col|row|container|grid|m[trblxy]?|p[trblxy]?|text|d|float|pull|push|offset|clearfix|w|h|bg|border|rounded|flex|justify|align|items|gap|shadow|font|order|hidden|visible|uk-width|uk-margin|uk-text|uk-grid)(?:-.*)?$/;

/** Classes that say what an element is: not its state, not its place on the screen, not names that a build made up. */
export function tellingClasses(classes: readonly string[]): readonly string[] {
  return classes
    .map((token) => token.toLowerCase())
    .filter(
      (token) =>
        !passing.test(token) &&
        !layout.test(token) &&
        !/[a-z]\d[a-z]|\d[a-z]\d|__?[a-z0-9]{5,}$|^css-|^sc-/.test(token),
    )
    .map((token) => token.replace(/\d+/g, '#'));
}

export function classesOf(attributes: PageElement['attributes']): readonly string[] {
  return attributes['class']?.split(/\s+/).filter((token) => token !== '') ?? [];
}
