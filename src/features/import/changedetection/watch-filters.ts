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
  isLearnedNoise,
  LEARNED,
  slashedPattern,
  usablePattern,
  usableSelector,
  wholeLine,
  xpathAsCss,
} from '../selector-from.ts';

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A filter as CSS: they are CSS, XPath with or without its name before it, or something for JSON. */
function selectorFrom(filter: string): string | null {
  const text = filter.trim();
  const [, kind = '', rest = ''] = /^(xpath1?|json|jq|jqraw|css):(.*)$/s.exec(text) ?? [];
  if (kind.startsWith('j')) return null;
  const isPath = kind.startsWith('xpath') || /^\(?\.?\//.test(text);
  const css = isPath ? xpathAsCss(kind === '' ? text : rest.trim()) : kind === 'css' ? rest.trim() : text;
  return css === null ? null : usableSelector(css);
}

const isForJson = (filter: string): boolean => /^(?:json|jq|jqraw):/.test(filter.trim());

/** Parts of pages that scripts and styles are made of have no words anyway. */
const WORDLESS = /^(?:script|style|noscript|svg|iframe|head|meta|link)$/i;

export function includedFrom(given: unknown): ImportedPart {
  return joinImported(
    textListOf(given).map((filter) => {
      const what = `include_filters: ${shown(filter)}`;
      if (isForJson(filter))
        return noEqual(what, 'JSON is compared as a whole: parts of it cannot be chosen');
      const selector = selectorFrom(filter);
      return selector === null
        ? noEqual(what, 'it cannot be written as a CSS selector: choose one under compare: only')
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
        ? noEqual(what, 'it cannot be written as a CSS selector: choose one under compare: ignore')
        : cameOver(what, 'compare: ignore', { ignore: [selector] });
    }),
  );
}

/** Whole lines are ignored where plain text is found, in any case; of a pattern only what it matches. */
export function ignoredFrom(given: unknown, key = 'ignore_text'): ImportedPart {
  return joinImported(
    textListOf(given).map((text) => {
      const what = `${key}: ${shown(text)}`;
      if (isLearnedNoise(text)) return notNeeded(what, LEARNED);
      const pattern = slashedPattern(text) ?? `(?i)${wholeLine(escapedPattern(text.trim()))}`;
      const usable = usablePattern(pattern);
      return usable === null
        ? noEqual(what, 'patterns cannot look ahead, behind or back here: write another under ignoreText')
        : cameOver(what, 'compare: ignoreText', { ignoreText: [usable] });
    }),
  );
}

/** Words that a change must have. */
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
