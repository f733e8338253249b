import { Redactor } from '../access/index.ts';
import type { CrawlEnding } from '../crawl/index.ts';
import { type Credentials, folderUrl } from '../fetch/index.ts';
import { scopePrefix } from '../project/index.ts';
import { type ListRunParts, listRun } from './list-run.ts';

type Given = Omit<ListRunParts, 'login' | 'trees' | 'rules' | 'folder' | 'onlyDue' | 'allowed' | 'redact'>;

/** Visits one folder with all below it, as the command line names it. The log-in is kept nowhere. */
export function listFolder(
  parts: Given & { readonly onlyDue?: boolean },
  typed: Credentials | null,
): Promise<CrawlEnding> {
  const { project, settings, onlyDue = false } = parts;
  const redactor = new Redactor(typed === null ? [] : [typed.password]);
  const root = folderUrl(project.startUrl);
  const prefixes = settings.scope.map(scopePrefix);
  return listRun({
    ...parts,
    login: typed === null ? null : { username: typed.username, ...(typed.password !== '' && typed) },
    trees: [{ root, maxDepth: settings.depth, prefixes, keeps: () => true }],
    rules: null,
    folder: '.',
    onlyDue,
    allowed: () => Promise.resolve(),
    redact: (text) => redactor.text(text),
  });
}
