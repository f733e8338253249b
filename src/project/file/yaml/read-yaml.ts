import {
  type Document,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml';
import { hasSecretKey, withoutPasswords } from '../problems/hidden-secrets.ts';
import type { FileProblem } from '../problems/project-file-error.ts';
import { yamlComplaint } from './yaml-complaints.ts';

export interface YamlFile {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  /** Maps, lists, text, numbers, true, false, null. */
  readonly value: unknown;
}

/** Reads YAML 1.2, which includes JSON. Values only: no tags, no directives, no merge keys. */
export function readYaml(text: string): YamlFile | { readonly problems: readonly FileProblem[] } {
  const lines = new LineCounter();
  const tooMuch = tooMuchAt(text);
  if (tooMuch !== null) {
    markLines(text, lines);
    return { problems: [problemAt(lines, tooMuch.offset, 1, tooMuch.message, tooMuch.hint)] };
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    // The library compares every key with every other; `unwantedNodes` does it in one pass.
    uniqueKeys: false,
    version: '1.2',
    schema: 'core',
    logLevel: 'error',
  });
  const problems = syntaxProblems(text, document, lines);
  if (problems.length > 0) return { problems };
  const unwanted = unwantedNodes(document, lines);
  if (unwanted.length > 0) return { problems: unwanted };
  try {
    return { document, lines, value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (error) {
    // toJS throws no other error here.
    if (!(error instanceof ReferenceError)) throw error;
    const hint = 'write the values out';
    return { problems: [problemAt(lines, 0, 1, 'aliases (*name) stand for too many values', hint)] };
  }
}

export function problemAt(
  lines: LineCounter,
  offset: number,
  length: number,
  message: string,
  hint: string,
  path = '',
): FileProblem {
  const { line, col } = lines.linePos(offset);
  return {
    line: Math.max(line, 1),
    column: Math.max(col, 1),
    length,
    path,
    message: withoutPasswords(message),
    hint: withoutPasswords(hint),
  };
}

function markLines(text: string, lines: LineCounter): void {
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
}

/** One mistake causes further errors in the lines after it, so only the first is reported. */
function syntaxProblems(text: string, document: Document.Parsed, lines: LineCounter): readonly FileProblem[] {
  const { yaml } = document.directives;
  if (yaml.explicit === true && yaml.version !== '1.2')
    return [
      problemAt(lines, 0, 5, `YAML ${yaml.version} is not supported`, 'remove the line that begins with %'),
    ];
  const { errors } = document;
  const first = errors.reduce<YAMLParseError | null>(
    (least, error) => (least === null || error.pos[0] < least.pos[0] ? error : least),
    null,
  );
  if (first === null) return [];
  // The parser reports the same place twice; this code says more.
  const better = errors.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === first.pos[0]);
  return [syntaxProblem(text, better ?? first, lines)];
}

function syntaxProblem(
  text: string,
  { code, message, pos }: YAMLParseError,
  lines: LineCounter,
): FileProblem {
  const [from, to] = pos;
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const isSecret = hasSecretKey(text.slice(lineStart, from));
  const rest = isSecret ? text.charAt(from) : text.slice(from, from + 200);
  const words = yamlComplaint(code, message, rest, text.slice(0, from));
  const place = /^a .{1,14} is missing$/.test(words.message) ? openedBefore(text, from) : from;
  return problemAt(lines, place, place === from ? to - from : 1, words.message, words.hint);
}

/** What YAML allows and a project file does not. Also replaces numbers by the text they are written as, where the two differ. */
function unwantedNodes(document: Document.Parsed, lines: LineCounter): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const complain = (node: Node, message: string, hint: string): void => {
    const [from, to] = node.range ?? [0, 1];
    problems.push(problemAt(lines, from, to - from, message, hint));
  };
  const checkTag = (node: Node & { readonly tag?: string }): void => {
    if (node.tag !== undefined)
      complain(node, `tags such as ${shortTag(node.tag)} are not supported`, 'remove the tag');
  };
  visit(document, {
    Alias: (_, alias, ancestors) => {
      const target = alias.resolve(document);
      if (target === undefined)
        complain(
          alias,
          'a value that begins with * is an alias, but nothing in the file has that name',
          "put it in quotes, or write { glob: '...' } if it is a pattern",
        );
      else if (ancestors.includes(target))
        complain(alias, 'this alias is inside the value that it stands for', 'write the value out');
    },
    Map: (_, map) => {
      checkTag(map);
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) complain(key, `"${String(key.value)}" is given twice`, TWICE_HINT);
        seen.add(key.value);
      }
    },
    Seq: (_, seq) => checkTag(seq),
    Scalar: (_, scalar) => {
      checkTag(scalar);
      // 007, 1.10 and 1e5 are text to people: names, versions, passwords.
      if (typeof scalar.value === 'number' && scalar.source !== undefined)
        if (String(scalar.value) !== scalar.source) scalar.value = scalar.source;
    },
  });
  return problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

const TWICE_HINT = 'keep one of them, or merge the two';

/** Only YAML's own tags are shown; others are the user's text, which may be a secret. */
const shortTag = (tag: string): string => {
  const name = /^tag:yaml\.org,2002:(\w+)$/.exec(tag)?.[1];
  return name === undefined ? '!name' : `!!${name}`;
};

/** A project has six levels. The parser is recursive, and takes seconds for a million brackets. */
const DEEPEST = 32;

/** The lexer's mark for brackets that end because the indentation ends. */
const FLOW_ERROR_END = '\x18';
/** With its marks for the beginning of a document and of a plain value: tokens that are not in the text. */
const MARKS: ReadonlySet<string> = new Set([FLOW_ERROR_END, '\x02', '\x1f']);

/** Aliases multiply: ten lines of them can stand for a billion values, and each is looked up in the whole file. */
const mostAliases = 100;

/** A full megabyte of rules has about 150,000. With more, every mistake costs the parser too much time. */
const MOST_TOKENS = 200_000;

interface TooMuch {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** The position from which a text costs the parser too much, and what to do about it. Null when it does not. */
function tooMuchAt(text: string): TooMuch | null {
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
  hint: 'check that this is the right file; split a project with too many rules into several',
};
const tooManyAliases = { message: 'there are too many aliases (*name)', hint: 'write the values out' };

/** Where the bracket or quote that is still open at this place was opened; the place itself when none is. */
function openedBefore(text: string, place: number): number {
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
