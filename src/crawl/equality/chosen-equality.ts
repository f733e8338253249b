import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../../base/index.ts';
import { complaintIn } from '../../config/index.ts';
import { anyPattern, type CompareEntry, compareEntry } from '../../project/index.ts';
import { AppError } from '../run/errors.ts';
import { type Equality, type PageView, wholePage } from '../track/equality/equality.ts';
import { PartialView } from '../track/equality/partial-view.ts';
import type { ComparisonPlugIn } from '../track/equality/plug-in.ts';

const standard: Equality = { by: 'view', view: wholePage };

/**
 * How pages are compared, by URL: the first entry that matches decides, otherwise everything that readers see counts.
 * Plug-ins are looked for in `folder`. Throws APP_PLUG_IN_INVALID.
 */
export async function chosenEquality(
  entries: readonly CompareEntry[],
  folder: string,
): Promise<(url: string) => Equality> {
  const choices = await Promise.all(entries.map((entry) => equalityOf(entry, folder)));
  return byUrl(entries, choices, standard);
}

async function equalityOf(entry: CompareEntry, folder: string): Promise<Equality> {
  if (entry.plugin !== undefined) return { by: 'plug-in', plugIn: await loadPlugIn(entry.plugin, folder) };
  return entry.by === 'bytes' ? { by: 'bytes' } : { by: 'view', view: viewOf(entry) };
}

/** Checks selectors, patterns and their combinations. Throws APP_SETTING_INVALID. */
export function checkComparison(entries: readonly CompareEntry[]): void {
  for (const [place, entry] of entries.entries()) {
    const parsed = compareEntry.safeParse(entry);
    if (parsed.success) continue;
    const [issue] = parsed.error.issues;
    const words = issue === undefined ? 'invalid' : (complaintIn(issue) ?? issue.message);
    const path = ['compare', place, ...(issue?.path ?? [])].join('.');
    throw new AppError('APP_SETTING_INVALID', `${path}: ${words}`);
  }
}

/** Loads a module that compares pages; see docs/extending/comparison.md. Throws APP_PLUG_IN_INVALID. */
async function loadPlugIn(path: string, folder: string): Promise<ComparisonPlugIn> {
  const file = resolve(folder, path);
  const { default: compare } = await load(file);
  if (typeof compare !== 'function') {
    throw new AppError(
      'APP_PLUG_IN_INVALID',
      `${file} has no default export that is a function: write "export default function compare(before, after) { ... }".`,
    );
  }
  return { name: basename(file), compare: (before, after) => compare(before, after) as unknown };
}

async function load(file: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new AppError('APP_PLUG_IN_INVALID', `the plug-in ${file} cannot be loaded: ${reason}`);
  }
}

/** The choice for a URL: the one of the first entry that matches. Choices are in the order of the entries. */
export function byUrl<T>(
  entries: readonly CompareEntry[],
  choices: readonly T[],
  otherwise: T,
): (url: string) => T {
  const matchers = entries.map(({ match }) => (match === undefined ? () => true : anyPattern(match)));
  return (url) => choices[matchers.findIndex((matches) => matches(url))] ?? otherwise;
}

/** The part of a page that an entry compares. Entries by bytes or with a plug-in have no view. */
export function viewOf({ by = 'segments', only = [], ignore = [], ignoreText = [] }: CompareEntry): PageView {
  const isText = by === 'text';
  const isWhole = only.length + ignore.length + ignoreText.length === 0;
  return isWhole && !isText ? wholePage : new PartialView({ isText, only, ignore, ignoreText });
}
