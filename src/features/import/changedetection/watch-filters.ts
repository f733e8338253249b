import {
  cameOver,
  type ImportedPart,
  joinImported,
  noEqual,
  notNeeded,
  textListOf,
  type UntypedMap,
} from '../imported-part.ts';
import {
  escapedPattern,
  ignoredPattern,
  slashedPattern,
  usablePattern,
  usableSelector,
  wholeLine,
  xpathAsCss,
} from '../selector-from.ts';

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Converts a filter to CSS. Filters are CSS, XPath with or without a prefix, or expressions for JSON, which cannot be converted. */
function selectorFrom(filter: string): string | null {
  const text = filter.trim();
  const [, kind = '', rest = ''] = /^(xpath1?|json|jq|jqraw|css):(.*)$/s.exec(text) ?? [];
  if (kind.startsWith('j')) return null;
  const isPath = kind.startsWith('xpath') || /^\(?\.?\//.test(text);
  const css = isPath ? xpathAsCss(kind === '' ? text : rest.trim()) : kind === 'css' ? rest.trim() : text;
  return css === null ? null : usableSelector(css);
}

const isForJson = (filter: string): boolean => /^(?:json|jq|jqraw):/.test(filter.trim());

/** Elements without words, such as scripts and styles: they are not compared anyway. */
const WORDLESS = /^(?:script|style|noscript|svg|iframe|head|meta|link)$/i;

const NO_SELECTOR = 'it cannot be written as a CSS selector: choose one under compare:';

export function includedFrom(given: unknown): ImportedPart {
  return joinImported(
    textListOf(given).map((filter) => {
      const what = `include_filters: ${shown(filter)}`;
      if (isForJson(filter))
        return noEqual(what, 'JSON is compared as a whole: parts of it cannot be chosen');
      const selector = selectorFrom(filter);
      return selector === null
        ? noEqual(what, `${NO_SELECTOR} only`)
        : cameOver(what, 'compare: only', { only: [selector] });
    }),
  );
}

export function subtractedFrom(given: unknown, key = 'subtractive_selectors'): ImportedPart {
  return joinImported(
    textListOf(given).map((filter) => {
      const what = `${key}: ${shown(filter)}`;
      if (WORDLESS.test(filter.trim())) return notNeeded(what, 'text is compared, not mark-up or scripts');
      const selector = selectorFrom(filter);
      return selector === null
        ? noEqual(what, `${NO_SELECTOR} ignore`)
        : cameOver(what, 'compare: ignore', { ignore: [selector] });
    }),
  );
}

/** Converts texts to ignore. A plain text ignores the whole line in which it occurs, in any case; a pattern ignores only what it matches. */
export const ignoredFrom = (given: unknown, key = 'ignore_text'): ImportedPart =>
  joinImported(
    textListOf(given).map((text) => {
      const pattern = slashedPattern(text) ?? `(?i)${wholeLine(escapedPattern(text.trim()))}`;
      return ignoredPattern(pattern, `${key}: ${shown(text)}`, text);
    }),
  );

/** The condition of a detector for a text or a pattern; null when it has no words or the pattern is not usable. */
function condition(text: string): { readonly phrase: string } | { readonly pattern: string } | null {
  const pattern = slashedPattern(text);
  if (pattern === null) return /[\p{L}\p{N}]/u.test(text) ? { phrase: text.trim() } : null;
  const usable = usablePattern(pattern);
  return usable === null ? null : { pattern: usable };
}

/** Lists of texts that say when to notify: each text is a detector. */
export function reportedWhen(given: unknown, key: string, how: string, more: UntypedMap = {}): ImportedPart {
  return joinImported(
    textListOf(given).map((text) => {
      const what = `${key}: ${shown(text)}`;
      const found = condition(text);
      return found === null
        ? noEqual(what, 'it has no words, or a pattern that looks ahead, behind or back')
        : cameOver(what, how, { detectors: [{ ...found, ...(more as { readonly in?: 'removed' }) }] });
    }),
  );
}
