import { Lexer } from 'yaml';

/** A project has six levels. The parser calls itself for every level, and takes seconds for a million brackets. */
const DEEPEST = 32;

/** The lexer's mark for brackets that end because the indentation ends. */
const FLOW_ERROR_END = '\x18';
/** With its marks for the beginning of a document and of a plain value: tokens that are not in the text. */
const MARKS: ReadonlySet<string> = new Set([FLOW_ERROR_END, '\x02', '\x1f']);

/** Aliases multiply: ten lines of them can stand for a billion values, and each is looked up in the whole file. */
export const mostAliases = 100;

/** A full megabyte of rules has about 150,000. With more, every mistake costs the parser too much time. */
const MOST_TOKENS = 200_000;

interface TooMuch {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** Where a text begins to cost the parser too much, and what to do about it. Null when it does not. */
export function tooMuchAt(text: string): TooMuch | null {
  let offset = 0;
  let brackets = 0;
  let listsOnLine = 0;
  let aliases = 0;
  let tokens = 0;
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) continue;
    tokens++;
    if (tokens > MOST_TOKENS) return { offset, ...tooLong };
    if (token === '[' || token === '{') brackets++;
    else if (token === ']' || token === '}') brackets--;
    else if (token === '-' || token === '?') listsOnLine++;
    else if (token.startsWith('*')) aliases++;
    else if (token.includes('\n')) listsOnLine = 0;
    if (brackets > DEEPEST || listsOnLine > DEEPEST) return { offset, ...tooDeep };
    if (aliases > mostAliases) return { offset, ...tooManyAliases };
    offset += token.length;
  }
  return null;
}

const tooDeep = {
  message: 'the file is nested too deeply',
  hint: 'a project has at most six levels; look for brackets that are never closed',
};
const tooLong = {
  message: 'the file has more parts than a project can have',
  hint: 'check that this is the right file; split a project with so many rules into several',
};
const tooManyAliases = { message: 'there are too many aliases (*name)', hint: 'write the values out' };

/** Where the bracket or quote that is still open at this place was opened; the place itself when none is. */
export function openedBefore(text: string, place: number): number {
  const open: number[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === FLOW_ERROR_END) break;
    if (MARKS.has(token)) continue;
    if (/^["']/.test(token) && offset + token.length >= place) return offset;
    if (offset >= place) break;
    if (token === '[' || token === '{') open.push(offset);
    else if (token === ']' || token === '}') open.pop();
    offset += token.length;
  }
  return open.at(-1) ?? place;
}
