import { quoted } from '../rules/url-pattern.ts';

/** Addresses of the same shape. */
export interface UrlShape {
  /** For people, with `*` for any name and `NNN` for digits. */
  readonly shape: string;
  /** A regular expression for exactly these. */
  readonly pattern: string;
  readonly count: number;
  /** The first that was found. */
  readonly example: string;
}

/** The first part of a path keeps up to this many different names, because these are the sections of the site. */
const MOST_SECTIONS = 15;
/** In later parts, more different names than this become "any name". */
const MOST_NAMES = 5;

interface Branch {
  readonly urls: readonly ParsedUrl[];
  /** The shape of the parts so far, for people and as a pattern. */
  readonly shape: string;
  readonly pattern: string;
  readonly level: number;
}

interface ParsedUrl {
  readonly url: string;
  readonly origin: string;
  /** Without the leading slash; the last part is '' for a folder. */
  readonly parts: readonly string[];
  readonly queryNames: readonly string[];
}

/** Groups addresses by their shape, the largest group first. Every address is in one group. */
export function urlShapes(urls: Iterable<string>): readonly UrlShape[] {
  const byOrigin = Map.groupBy(
    [...new Set(urls)].flatMap((url) => parsed(url) ?? []),
    ({ origin }) => origin,
  );
  const shapes = [...byOrigin].flatMap(([origin, all]) =>
    shapesOf({ urls: all, shape: '', pattern: `^${quoted(origin)}`, level: 0 }),
  );
  return shapes.toSorted((a, b) => b.count - a.count || (a.shape < b.shape ? -1 : 1));
}

function parsed(url: string): ParsedUrl | null {
  const read = URL.parse(url);
  if (read === null) return null;
  const queryNames = read.search === '' ? [] : read.search.slice(1).split('&').map(nameOf);
  return { url, origin: read.origin, parts: read.pathname.slice(1).split('/'), queryNames };
}

/** `page=` of `page=2`, `all` of `all`. */
const nameOf = (parameter: string): string => /^[^=]*=?/.exec(parameter)?.[0] ?? '';

/** Groups the addresses of a branch by their next part; those that end there become shapes. */
function shapesOf({ urls, shape, pattern, level }: Branch): readonly UrlShape[] {
  const ends = urls.filter(({ parts }) => parts.length === level + 1);
  const longer = urls.filter(({ parts }) => parts.length > level + 1);
  const branchOut = (group: Group): readonly UrlShape[] =>
    shapesOf({
      urls: group.urls,
      shape: `${shape}/${group.shape}`,
      pattern: `${pattern}/${group.pattern}`,
      level: level + 1,
    });
  const leaf = (group: Group): readonly UrlShape[] =>
    byQuery(group.urls, `${shape}/${group.shape}`, `${pattern}/${group.pattern}`);
  return [
    ...groups(ends, level, MOST_NAMES).flatMap(leaf),
    ...groups(longer, level, mostNames(level)).flatMap(branchOut),
  ];
}

const mostNames = (level: number): number => (level === 0 ? MOST_SECTIONS : MOST_NAMES);

interface Group {
  readonly shape: string;
  readonly pattern: string;
  readonly urls: readonly ParsedUrl[];
}

/** Groups by one part of the path: digits, the same name, or any name where there are too many. */
function groups(urls: readonly ParsedUrl[], level: number, most: number): readonly Group[] {
  const partOf = ({ parts }: ParsedUrl): string => parts[level] ?? '';
  const byShape = [...Map.groupBy(urls, (url) => withoutDigits(partOf(url)))];
  const names = byShape.filter(([shape]) => !shape.includes('NNN') && shape !== '');
  const isCrowded = names.length > most;
  return [...Map.groupBy(urls, (url) => groupOf(partOf(url), isCrowded))].map(([shape, members]) => ({
    shape,
    pattern: patternOf(shape),
    urls: members,
  }));
}

/** `12.html` is `NNN.html`, `t-12` is `t-NNN`; a name with a digit in it, like `h2o`, stays a name. */
function withoutDigits(part: string): string {
  return part.replace(/(?<![a-z])\d+(?![a-z])/gi, 'NNN');
}

function groupOf(part: string, isCrowded: boolean): string {
  const shape = withoutDigits(part);
  if (!isCrowded || shape === '' || /^NNN(?:\.\w+)?$/.test(shape)) return shape;
  return `*${/\.[a-z]\w{0,5}$/i.exec(part)?.[0] ?? ''}`;
}

function patternOf(shape: string): string {
  return shape
    .split(/(NNN|\*)/)
    .map((piece) => (piece === 'NNN' ? '[0-9]+' : piece === '*' ? '[^/?]+' : quoted(piece)))
    .join('');
}

/** The same path with other parameters is another kind of page: a list, a search, a print view. */
function byQuery(urls: readonly ParsedUrl[], shape: string, pattern: string): readonly UrlShape[] {
  return [...Map.groupBy(urls, ({ queryNames }) => queryNames.join('&'))].map(([names, members]) => {
    const parameters = names === '' ? [] : names.split('&');
    const query = parameters.map((name) => quoted(name) + (name.endsWith('=') ? '[^&]*' : '')).join('&');
    return {
      shape: names === '' ? shape : `${shape}?${names}`,
      pattern: names === '' ? `${pattern}$` : `${pattern}\\?${query}$`,
      count: members.length,
      example: members[0]?.url ?? '',
    };
  });
}
