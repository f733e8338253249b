import {
  cameOver,
  type ImportedPart,
  joinImported,
  noEqual,
  notNeeded,
  textIn,
  valuesOf,
} from '../imported-part.ts';
import {
  escapedPattern,
  ignoredPattern,
  usablePattern,
  usableSelector,
  wholeLine,
  xpathAsCss,
} from '../selector-from.ts';

/** One filter: `html2text`, or `css: main`, or a map of its options. */
interface JobFilter {
  readonly name: string;
  readonly value: unknown;
  /** Its value, or the option of this name. */
  option(name: string): string;
}

type Taking = (filter: JobFilter, what: string) => ImportedPart;

const TEXT = 'text is compared, not mark-up or white space';
const ANY_ORDER = 'lists that come in any order are learned';
const NO_PROGRAMS = 'no program may change pages before they are compared';

const unneeded =
  (why: string): Taking =>
  (_, what) =>
    notNeeded(what, why);
const impossible =
  (why: string): Taking =>
  (_, what) =>
    noEqual(what, why);
const allBytes: Taking = (_, what) => cameOver(what, 'compare: by bytes', { by: 'bytes' });

const taking: Readonly<Record<string, Taking>> = {
  css: (filter, what) => selected(filter, what, filter.option('selector')),
  xpath: (filter, what) => selected(filter, what, xpathAsCss(filter.option('path'))),
  'element-by-id': (filter, what) => selected(filter, what, `[id="${filter.option('id')}"]`),
  'element-by-class': (filter, what) => selected(filter, what, `.${filter.option('class')}`),
  'element-by-tag': (filter, what) => selected(filter, what, filter.option('tag')),
  'element-by-style': (filter, what) => selected(filter, what, `[style="${filter.option('style')}"]`),
  grep: (filter, what) => sought(filter.option('re'), what),
  grepi: (filter, what) => ignoredPattern(wholeLine(filter.option('re')), what),
  keep_lines_containing: (filter, what) => {
    const phrase = filter.option('text');
    if (phrase === '') return sought(filter.option('re'), what);
    return cameOver(what, 'a detector: new text that says it is reported', { detectors: [{ phrase }] });
  },
  delete_lines_containing: (filter, what) => {
    const pattern = filter.option('re');
    return pattern === ''
      ? ignoredPattern(wholeLine(escapedPattern(filter.option('text'))), what)
      : ignoredPattern(wholeLine(pattern), what);
  },
  're.sub': (filter, what) => {
    const pattern = filter.option('pattern');
    if (/[<>]|href|src=|class=/.test(pattern)) return notNeeded(what, TEXT);
    return ignoredPattern(pattern, what);
  },
  html2text: unneeded(TEXT),
  beautify: unneeded(TEXT),
  strip: unneeded(TEXT),
  striplines: unneeded(TEXT),
  'remove-duplicate-lines': unneeded('each piece of text is reported once'),
  'format-json': unneeded('JSON is compared as text'),
  'pretty-xml': unneeded(TEXT),
  pdf2text: unneeded('the text of PDF files is read'),
  csv2text: unneeded('lines are compared as they are'),
  ical2text: unneeded('lines are compared as they are'),
  sort: unneeded(ANY_ORDER),
  reverse: unneeded('the order of a page is kept'),
  sha1sum: allBytes,
  hexdump: allBytes,
  jq: impossible('JSON is compared as a whole: parts of it cannot be chosen'),
  jsonpath: impossible('JSON is compared as a whole: parts of it cannot be chosen'),
  ocr: impossible('text in pictures is not read'),
  shellpipe: impossible(NO_PROGRAMS),
  execute: impossible(NO_PROGRAMS),
};

/** Imports the filters of a job. Consecutive selectors are nested: each one selects within the one before. */
export function filtersFrom(given: unknown): ImportedPart {
  const filters = filtersIn(given);
  const parts = filters.map((filter) => {
    const what = `filter: ${shown(filter)}`;
    return taking[filter.name]?.(filter, what) ?? noEqual(what, 'this filter is not known');
  });
  const joined = joinImported(parts);
  const { only = [] } = joined;
  if (only.length < 2) return joined;
  const nested = usableSelector(only.join(' '));
  return {
    ...joined,
    only: nested === null || only.some((one) => one.includes(',')) ? only.slice(0, 1) : [nested],
  };
}

function selected(filter: JobFilter, what: string, selector: string | null): ImportedPart {
  const usable = selector === null ? null : usableSelector(selector);
  if (usable === null)
    return noEqual(what, 'it cannot be written as a CSS selector: choose one under compare: only');
  const exclude = filter.option('exclude');
  const left =
    exclude === '' ? null : usableSelector(filter.name === 'xpath' ? (xpathAsCss(exclude) ?? '!') : exclude);
  return joinImported([
    cameOver(what, 'compare: only', { only: [usable] }),
    exclude === ''
      ? {}
      : left === null
        ? noEqual(`${what}, exclude`, 'it cannot be written as a CSS selector')
        : cameOver(`${what}, exclude`, 'compare: ignore', { ignore: [left] }),
    ...(['skip', 'maxitems'] as const).map((option) =>
      filter.option(option) === '' ? {} : noEqual(`${what}, ${option}`, 'all elements of a selector count'),
    ),
  ]);
}

function sought(pattern: string, what: string): ImportedPart {
  const usable = usablePattern(pattern);
  if (usable === null || pattern === '')
    return noEqual(what, 'patterns cannot look ahead, behind or back here: write another under detectors');
  return cameOver(what, 'a detector: new text that matches is reported', {
    detectors: [{ pattern: usable }],
  });
}

/** A list of names and maps; one name; or several names in one text, as old versions of urlwatch wrote them: `html2text,strip`. */
function filtersIn(given: unknown): readonly JobFilter[] {
  if (typeof given === 'string')
    return given.split(',').map((one) => {
      const [name = '', value = ''] = one.split(/:(.*)/s);
      return filterOf(name.trim(), value);
    });
  return valuesOf(given).flatMap((one): readonly JobFilter[] =>
    typeof one === 'string'
      ? [filterOf(one, null)]
      : Object.entries((one ?? {}) as Readonly<Record<string, unknown>>).map(([name, value]) =>
          filterOf(name, value),
        ),
  );
}

const filterOf = (name: string, value: unknown): JobFilter => ({
  name,
  value,
  option: (option) => {
    if (typeof value === 'object' && value !== null)
      return textIn((value as Readonly<Record<string, unknown>>)[option]);
    return MAIN_OPTIONS.has(option) ? textIn(value) : '';
  },
});

/** The options that the value of a filter stands for when it is not a map. */
const MAIN_OPTIONS = new Set(['selector', 'path', 'id', 'class', 'tag', 'style', 're', 'text', 'pattern']);

const LONGEST = 60;

/** The filter with its main option; further options have their own lines in the report. */
function shown({ name, value, option }: JobFilter): string {
  // The value is a shell command, or the password of a PDF file.
  if (value === null || value === '' || name === 'shellpipe' || name === 'pdf2text') return name;
  const text = [...MAIN_OPTIONS].map(option).find((one) => one !== '') ?? '';
  return `${name} ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`.trim();
}
