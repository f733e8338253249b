import { TidemarkError } from '../../base/index.ts';
import { beforeAbort, walkTree } from '../../fetch/index.ts';
import { type FileFacts, type ListingProblem, ListingProblems } from '../../track/index.ts';
import { concurrencyOf } from '../run/run-settings.ts';
import { retriesOf } from '../site/site-network.ts';
import type { ListContext } from './list-context.ts';

/** Larger parts save nothing, and take memory. */
const FILES_AT_ONCE = 1000;

/** A file as it is listed. */
export interface ListedUrl {
  readonly url: string;
  readonly facts: FileFacts;
}

/** What a complete listing says besides its files. */
export interface TreeListing {
  readonly problems: ListingProblems;
  /** Folders outside the scope: nothing is known about the files below them. */
  readonly skippedFolders: ReadonlySet<string>;
}

/**
 * Lists all trees, and passes on their files in parts: a tree may have more files than fit into memory. Returns the reason when the site becomes
 * unreachable meanwhile: half a listing says nothing about the other half. Throws only errors that say "stop", and when it is aborted; in a new
 * run that cannot enter the site, every tree has a problem.
 */
export async function listTrees(
  context: ListContext,
  take: (files: readonly ListedUrl[]) => Promise<void>,
): Promise<TreeListing | { readonly gone: string }> {
  const { definition, isResumed, visitors, gone, trees, scope, leftOut, turn, signal } = context;
  const { settings, secrets } = definition;
  const problems: ListingProblem[] = [];
  const skippedFolders = new Set<string>();
  let files: ListedUrl[] = [];
  const problemAt = (url: string, { code, message }: TidemarkError) =>
    problems.push({ url, code, message: secrets.redactor.text(message) });
  const enters = (url: string): boolean => {
    const { verdict, rule } = scope.judgeFolder(url);
    if (verdict === 'accept') return true;
    leftOut.add(rule ?? 'out of scope', url);
    skippedFolders.add(url);
    return false;
  };
  const list = (folder: string) =>
    visitors.use(async (visitor) => {
      await turn();
      return visitor.list(folder);
    });
  const retries = retriesOf(settings);
  const atOnce = concurrencyOf(settings, 'files');
  let hasEntered = isResumed;
  for (const { root, maxDepth } of trees) {
    try {
      await beforeAbort(visitors.enter(), signal);
      hasEntered = true;
      const how = { maxDepth: maxDepth + 1, enters, retries, signal, atOnce };
      for await (const item of walkTree({ list }, root, how)) {
        signal.throwIfAborted();
        if (item.item === 'file') {
          const { size, modified, hash } = item.entry;
          files.push({ url: item.url, facts: { size, modified, hash } });
          if (files.length < FILES_AT_ONCE) continue;
          await take(files);
          files = [];
        }
        if (item.item !== 'problem') continue;
        const why = await beforeAbort(gone.reason(item.error), signal);
        if (why !== null) return { gone: why };
        problemAt(item.url, item.error);
      }
    } catch (error) {
      if (!(error instanceof TidemarkError) || error.decision === 'stop') throw error;
      const why = hasEntered ? await beforeAbort(gone.reason(error), signal) : null;
      if (why !== null) return { gone: why };
      problemAt(root, error);
    }
  }
  await take(files);
  return { problems: new ListingProblems(problems), skippedFolders };
}
