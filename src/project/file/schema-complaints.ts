import type { z } from 'zod';
import { nearestWord } from './did-you-mean.ts';
import { type FilePath, type FileProblem, pathText } from './file-problem.ts';
import { placeOfKey, placeOfValue } from './locate.ts';
import { problemAt, type YamlFile } from './read-yaml.ts';
import { secretName } from './secret-reference.ts';
import { keysOfSections } from './sections-by-key.ts';
import { readWanted } from './wanted.ts';

type Issue = z.core.$ZodIssue;

/** `unknownIn`: the map with a key that it does not know. What else is said of that map follows from it. */
type Found = FileProblem & { readonly unknownIn?: string };

/** What the schema refuses, in the order of the file. */
export function schemaProblems(file: YamlFile, issues: readonly Issue[]): readonly FileProblem[] {
  const problems = issues.flatMap((issue) => problemsOf(file, issue, []));
  const withUnknownKeys = new Set(problems.flatMap(({ unknownIn }) => unknownIn ?? []));
  return problems
    .filter(({ path, unknownIn }) => unknownIn !== undefined || !withUnknownKeys.has(path))
    .map(({ unknownIn: _, ...problem }) => problem)
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function problemsOf(file: YamlFile, issue: Issue, outer: FilePath): readonly Found[] {
  const path: FilePath = [
    ...outer,
    ...issue.path.map((part) => (typeof part === 'number' ? part : String(part))),
  ];
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(' ');
    return issue.keys.map((key) => unknownKey(file, [...path, key], known));
  }
  if (issue.code === 'invalid_union') {
    const meant = branchThatWasMeant(issue.errors);
    if (meant !== null) return meant.flatMap((inner) => problemsOf(file, inner, path));
  }
  const hint = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  const words =
    typeof hint === 'string' ? { message: issue.message, hint } : unfitValue(file, path, issue.message);
  const { offset, length } = placeOfValue(file, path);
  return [problemAt(file.lines, offset, length, words.message, words.hint, pathText(path))];
}

/** Of several shapes that a value can have: the one it has, with something wrong inside. Null when it has none of them. */
function branchThatWasMeant(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const possible = branches.filter((issues) => issues.every(isInside));
  return possible.toSorted((a, b) => a.length - b.length)[0] ?? null;
}

function isInside(issue: Issue): boolean {
  if (issue.path.length > 0 || issue.code === 'unrecognized_keys') return true;
  if (issue.code === 'invalid_union') return branchThatWasMeant(issue.errors) !== null;
  return issue.code === 'custom' && issue.params?.['hint'] !== undefined;
}

function unknownKey(file: YamlFile, path: FilePath, known: readonly string[]): Found {
  const key = String(path.at(-1));
  const { offset, length } = placeOfKey(file, path);
  const outer = path.slice(0, -1);
  // Somebody may have put the secret itself where the key should be.
  const message = secretName.test(outer.join('.')) ? 'unknown key' : `unknown key "${key}"`;
  const problem = problemAt(file.lines, offset, length, message, keyHint(key, known), pathText(outer));
  return { ...problem, unknownIn: pathText(outer) };
}

function keyHint(key: string, known: readonly string[]): string {
  if (key === '<<') return 'merge keys are not understood: write the values out';
  const near = nearestWord(key, known);
  if (near !== null) return `did you mean "${near}"?`;
  const elsewhere = keysOfSections.get(key);
  if (elsewhere !== undefined) return `"${key}" belongs into ${elsewhere}`;
  return `possible here: ${known.filter((word) => word !== '$schema').join(', ')}`;
}

function unfitValue(file: YamlFile, path: FilePath, message: string): { message: string; hint: string } {
  const { what, example } = readWanted(message);
  const value = valueAt(file.value, path);
  const subject = subjectOf(path);
  if (value === undefined)
    return { message: `${subject} is missing`, hint: `write ${withKey(path, example)}` };
  if (value === null)
    return {
      message: `${subject} is empty; it must be ${what}`,
      hint: `write ${withKey(path, example)}`,
    };
  // The parser takes it as part of the value.
  if (typeof value === 'string' && /\s\/\//.test(value))
    return { message: `${subject} must be ${what}; // begins no comment`, hint: 'begin comments with #' };
  const found = secretName.test(path.join('.')) ? 'what is written here' : described(value);
  return { message: `${subject} must be ${what}, not ${found}`, hint: `write ${withKey(path, example)}` };
}

/** `"depth"`, `entry 2 of "rules"`, `the file`. */
function subjectOf(path: FilePath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  return typeof last === 'string' ? `"${last}"` : `entry ${last + 1} of "${path.at(-2) ?? ''}"`;
}

/** Examples that do not show the key themselves get it in front. */
function withKey(path: FilePath, example: string): string {
  const key = path.at(-1);
  if (typeof key !== 'string' || example.startsWith(`${key}:`)) return example;
  return example.startsWith('- ') || /^\w+: /.test(example) ? example : `${key}: ${example}`;
}

function valueAt(value: unknown, path: FilePath): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Readonly<Record<string | number, unknown>>)[part]
        : undefined,
    value,
  );
}

const LONGEST_QUOTE = 40;

function described(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const kind = Array.isArray(value) ? 'list' : 'map';
    return Object.keys(value).length === 0 ? `an empty ${kind}` : `a ${kind}`;
  }
  if (typeof value !== 'string') return String(value);
  if (value.trim() === '') return 'empty text';
  return `"${value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value}"`;
}
