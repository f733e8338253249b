import { composeSegment, hashText, type Segment } from '../../document/index.ts';
import { isInList } from './place.ts';
import { fitsShape } from './value-shape.ts';
import type { ValuePlace, VolatileRule } from './volatile-rule.ts';

/** Stands for a value that is drawn anew at every fetch. */
const valueMark = '\u{e001}';

/**
 * The segments of a page without what is known to be noise: volatile leaves left out, values replaced by a mark, lists
 * without order in the order of their hashes. Two fetches that differ in nothing else give the same list.
 */
export function withoutVolatile(
  segments: readonly Segment[],
  rules: readonly VolatileRule[],
): readonly Segment[] {
  const active = rules.filter(({ isOff }) => !isOff);
  const kept: Segment[] = [];
  for (const segment of segments) {
    const { path } = segment;
    const here = active.filter(({ kind, place }) => kind !== 'order' && place.path === path);
    if (here.some(({ kind }) => kind === 'segment')) continue;
    kept.push(withoutLinks(withoutValues(segment, here), here));
  }
  return active.reduce<readonly Segment[]>(
    (left, rule) => (rule.kind === 'order' ? sortInside(left, rule.place.path) : left),
    kept,
  );
}

function withoutValues(segment: Segment, rules: readonly VolatileRule[]): Segment {
  const places = rules.flatMap((rule) => (rule.kind === 'value' ? [rule.value] : []));
  if (places.length === 0) return segment;
  const tokens = places.reduce<readonly string[]>(maskValue, segment.tokens);
  return composeSegment(segment.kind, segment.path, tokens, tokens.join(' '), segment.links);
}

/** Replaces the shortest run between the rule's words that has its shape. */
function maskValue(tokens: readonly string[], { before, after, shape }: ValuePlace): readonly string[] {
  for (let from = before.length; from <= tokens.length; from++) {
    if (!matchesAt(tokens, from - before.length, before)) continue;
    const most = after.length === 0 ? tokens.length : Math.min(tokens.length - after.length, from + 64);
    const least = after.length === 0 ? tokens.length : from;
    for (let to = least; to <= most; to++) {
      if (!matchesAt(tokens, to, after)) continue;
      const value = tokens.slice(from, to);
      if (value.length > 0 && !fitsShape(value, shape)) break;
      return [...tokens.slice(0, from), valueMark, ...tokens.slice(to)];
    }
  }
  return tokens;
}

function matchesAt(tokens: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((token, place) => tokens[at + place] === token);
}

function withoutLinks(segment: Segment, rules: readonly VolatileRule[]): Segment {
  const indexes = new Map(
    rules.flatMap((rule) => (rule.kind === 'link' ? [[rule.link.index, rule.link.parameter] as const] : [])),
  );
  if (indexes.size === 0) return segment;
  const links = segment.links.map((link, index) => {
    const parameter = indexes.get(index);
    if (parameter === undefined) return link;
    return { ...link, url: parameter === null ? valueMark : maskParameter(link.url, parameter) };
  });
  return { ...plain(segment), links };
}

function maskParameter(url: string, parameter: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return url;
  const fields = query
    .split('&')
    .map((field) => (field.startsWith(`${parameter}=`) ? `${parameter}=${valueMark}` : field));
  return `${path}?${fields.join('&')}`;
}

/** A segment computes its fields when asked; a copy needs them as values. */
function plain({ kind, path, text, tokens, high, low, links }: Segment): Segment {
  return { kind, path, text, tokens, high, low, links };
}

function sortInside(segments: readonly Segment[], list: string): readonly Segment[] {
  const inside = segments.filter(({ path }) => isInList(path, list));
  const sorted = inside.toSorted((a, b) => (hashText(a) < hashText(b) ? -1 : 1));
  let next = 0;
  return segments.map((segment) =>
    isInList(segment.path, list)
      ? // The path is the place, which says nothing here.
        { ...plain(sorted[next++] as Segment), path: segment.path }
      : segment,
  );
}
