import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ComparisonPlugIn } from '../../crawl/index.ts';
import { AppError } from '../errors.ts';

/** Loads a module that compares pages; see docs/extending/comparison.md. Throws APP_PLUG_IN_INVALID. */
export async function loadPlugIn(path: string, folder: string): Promise<ComparisonPlugIn> {
  const file = resolve(folder, path);
  const { default: compare } = await load(file);
  if (typeof compare !== 'function') {
    throw new AppError(
      'APP_PLUG_IN_INVALID',
      `${file} has no function as its default export: write "export default function compare(before, after) { ... }".`,
    );
  }
  return { name: basename(file), compare: (before, after) => compare(before, after) as unknown };
}

async function load(file: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('APP_PLUG_IN_INVALID', `the plug-in ${file} cannot be loaded: ${reason}`);
  }
}
