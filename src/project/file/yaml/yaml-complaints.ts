import type { ErrorCode } from 'yaml';

interface Words {
  readonly message: string;
  readonly hint: string;
}

const unfinished = (closing: string, opening: string): Words => ({
  message: `a ${closing} is missing`,
  hint: `close the ${opening} with a ${closing}, and indent the lines in between`,
});

/** What the parser found, in words for people who do not know YAML's grammar. `rest` is the text from there on, `before` what precedes it. */
export function yamlComplaint(code: ErrorCode, original: string, rest: string, before: string): Words {
  if (/end with a \]|expected flow sequence to end/i.test(original)) return unfinished(']', '[');
  if (/end with a \}|expected flow map to end/i.test(original)) return unfinished('}', '{');
  switch (code) {
    case 'TAB_AS_INDENT':
      return {
        message: 'this line is indented with a tab',
        hint: 'indent with spaces: YAML allows no tabs here',
      };
    case 'BAD_INDENT':
      return {
        message: 'this line is indented differently from the lines it belongs to',
        hint: 'begin all keys of a map in the same column',
      };
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        message: 'the next line is indented as if it belonged to this value',
        hint: 'begin all keys of a map in the same column',
      };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return {
        message: 'a second "key: value" begins inside a value',
        hint: `if it is one value, put it in quotes ('a: b'); if it is another key, begin it on a line of its own, in the same column as the first`,
      };
    case 'BLOCK_IN_FLOW':
      return { message: 'a comma is missing between two entries', hint: 'write a comma between them' };
    case 'BAD_SCALAR_START':
      return {
        message: `a value cannot begin with ${rest.charAt(0)}`,
        hint: `put it in quotes, as in '${firstWord(rest)}'`,
      };
    case 'BAD_DQ_ESCAPE':
      return {
        message: `${rest.slice(0, 2)} means nothing in double quotes`,
        hint: `use single quotes for patterns: '${firstWord(rest.replace(/".*/s, ''))}' keeps every \\ as it is`,
      };
    case 'MISSING_CHAR':
      if (/quote/.test(original))
        return { message: 'a closing quote is missing', hint: 'end the value with the quote it begins with' };
      if (/,/.test(original))
        return { message: 'a comma is missing between two entries', hint: 'write a comma between them' };
      return {
        message: 'this is not a "key: value"',
        hint: 'write a colon and a space after the key, as in depth: 3',
      };
    case 'MULTIPLE_DOCS':
      return {
        message: 'a second document begins here',
        hint: 'a file has one project: remove the ---, or make two files',
      };
    case 'NON_STRING_KEY':
      return { message: 'a list or map cannot be a key', hint: 'write key: value' };
    case 'KEY_OVER_1024_CHARS':
      return { message: 'this key is longer than 1,024 characters', hint: 'put long text after the colon' };
    case 'BAD_DIRECTIVE':
      return { message: 'lines that begin with % are not supported', hint: 'remove this line' };
    case 'RESOURCE_EXHAUSTION':
      return { message: 'the file is nested too deeply', hint: 'a project has at most six levels' };
    case 'UNEXPECTED_TOKEN':
      return unexpected(original, rest, before);
    default:
      return { message: 'this is not YAML', hint: 'remove it, or put the value in quotes' };
  }
}

function unexpected(original: string, rest: string, before: string): Words {
  if (/^,/.test(rest)) return { message: 'there is one comma too many', hint: 'remove one of them' };
  if (/block-seq-ind/.test(original))
    return {
      message: 'a list cannot begin on the line of its key',
      hint: 'begin every "- " on a line of its own',
    };
  if (/^["']?[^\n]*["']/.test(rest) && /["']$/.test(before))
    return {
      message: 'the quote before this ends the value',
      hint: `inside '...' write a quote twice (it''s); inside "..." write \\"`,
    };
  if (/^[\w$-]+\s*:/.test(rest))
    return {
      message: 'a key cannot follow the entries of a list here',
      hint: 'indent it to make it part of the last entry, or begin the file with keys instead of "- "',
    };
  return {
    message: `"${firstWord(rest)}" is not expected here`,
    hint: 'put the whole value in quotes, or remove this',
  };
}

const firstWord = (text: string): string => (/^\S+/.exec(text)?.[0] ?? '').slice(0, 60);
