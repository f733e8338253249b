import type { z } from 'zod';
import { readWanted } from '../../../config/index.ts';
import { nearestWord } from '../did-you-mean.ts';
import { crawlEntry, limitsEntry } from '../schema/crawl-entry.ts';
import { notifyKeys } from '../schema/notify-entry.ts';
import { projectKeys } from '../schema/project-schema.ts';
import { secretName } from '../schema/secret-reference.ts';
import { sessionEntry } from '../schema/session-entry.ts';
import { placeOfKey, placeOfValue } from '../yaml/locate.ts';
import { problemAt, type YamlFile } from '../yaml/read-yaml.ts';
import { type FilePath, type FileProblem, pathText } from './project-file-error.ts';

type Issue = z.core.$ZodIssue;

/** `unknownIn`: the map that has an unknown key. Other problems of that map probably follow from it. */
type Found = FileProblem & { readonly unknownIn?: string };

/** What the schema refuses, in words and in the order of the file. */
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
    const intended = intendedBranch(issue.errors);
    if (intended !== null) return intended.flatMap((inner) => problemsOf(file, inner, path));
  }
  const hint = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  const words =
    typeof hint === 'string' ? { message: issue.message, hint } : wrongValue(file, path, issue.message);
  const { offset, length } = placeOfValue(file, path);
  return [problemAt(file.lines, offset, length, words.message, words.hint, pathText(path))];
}

/** The shape that a value is meant to have, among several allowed ones, with the problems inside it. Null when it fits none of them. */
function intendedBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const possible = branches.filter((issues) => issues.every(isInside));
  return possible.toSorted((a, b) => a.length - b.length)[0] ?? null;
}

function isInside(issue: Issue): boolean {
  if (issue.path.length > 0 || issue.code === 'unrecognized_keys') return true;
  if (issue.code === 'invalid_union') return intendedBranch(issue.errors) !== null;
  return issue.code === 'custom' && issue.params?.['hint'] !== undefined;
}

function unknownKey(file: YamlFile, path: FilePath, known: readonly string[]): Found {
  const key = String(path.at(-1));
  const { offset, length } = placeOfKey(file, path);
  const outer = path.slice(0, -1);
  // The key may be the secret itself, written in the wrong place.
  const message = secretName.test(outer.join('.')) ? 'unknown key' : `unknown key "${key}"`;
  const problem = problemAt(file.lines, offset, length, message, keyHint(key, known), pathText(outer));
  return { ...problem, unknownIn: pathText(outer) };
}

function keyHint(key: string, known: readonly string[]): string {
  if (key === '<<') return 'merge keys are not supported: write the values out';
  const near = nearestWord(key, known);
  if (near !== null) return `did you mean "${near}"?`;
  const elsewhere = placesOfKeys.get(key);
  if (elsewhere !== undefined) return `"${key}" belongs in ${elsewhere}`;
  return `possible keys here: ${known.filter((word) => word !== '$schema').join(', ')}`;
}

function wrongValue(file: YamlFile, path: FilePath, message: string): { message: string; hint: string } {
  const { what, example } = readWanted(message);
  const value = valueAt(file.value, path);
  const subject = subjectOf(path);
  if (value === undefined) return { message: `${subject} is missing`, hint: `add ${withKey(path, example)}` };
  if (value === null)
    return {
      message: `${subject} is empty; it must be ${what}`,
      hint: `write ${withKey(path, example)}`,
    };
  // YAML takes what looks like a comment as part of the value.
  if (typeof value === 'string' && /\s\/\//.test(value))
    return {
      message: `${subject} must be ${what}; // does not begin a comment`,
      hint: 'begin comments with #',
    };
  const found = secretName.test(path.join('.')) ? 'what is written here' : described(value);
  return { message: `${subject} must be ${what}, not ${found}`, hint: `write ${withKey(path, example)}` };
}

/** `"depth"`, `entry 2 of "rules"`, `the file`. */
function subjectOf(path: FilePath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  return typeof last === 'string' ? `"${last}"` : `entry ${last + 1} of "${path.at(-2) ?? ''}"`;
}

/** Puts the key before an example that does not show it. */
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

/** Where a key belongs that was written in the wrong place. */
const placesOfKeys: ReadonlyMap<string, string> = new Map([
  ...['open', 'follow', 'form', 'collect'].map((key) => [key, 'a step, under "steps"'] as const),
  ...['find', 'fill', 'submit'].map((key) => [key, 'a form: form: { fill: { q: tides } }'] as const),
  ...['match', 'by', 'only', 'ignore', 'ignoreText', 'plugin'].map(
    (key) => [key, 'an entry under "compare"'] as const,
  ),
  ...['allow', 'deny', 'default'].map((key) => [key, 'a rule, under "rules"'] as const),
  ...Object.keys(sessionEntry.shape).map((key) => [key, '"session"'] as const),
  ...Object.keys(limitsEntry.shape).map((key) => [key, '"limits"'] as const),
  ...Object.keys(crawlEntry.shape).map((key) => [key, '"crawl"'] as const),
  ...['user', 'password', 'key', 'passphrase', 'sessionId'].map((key) => [key, '"preference"'] as const),
  ...notifyKeys
    .filter((key) => key !== 'name' && key !== 'comment')
    .map((key) => [key, 'an entry under "notify"'] as const),
  ['depth', '"preference", or in a step'],
  ['scope', '"crawl", or in a step'],
  ...projectKeys.map((key) => [key, 'the outermost level of the file'] as const),
]);
