import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { projectFile } from './run-tidemark.ts';

/** Prints on standard error which modules are loaded. */
const listing = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      process.stderr.write('loaded ' + url + '\\n');
      return next(url, context);
    },
  });
`)}`;

/** Files that declare extension points, which features fill before a command runs; they load nothing themselves. */
const extensionPoints = [
  'crawl/events/match-counts.ts',
  'crawl/events/notification.ts',
  'crawl/events/visit-look.ts',
  'crawl/history/run-report.ts',
  'crawl/history/unread-changes.ts',
  'crawl/run/explorations.ts',
  'crawl/run/next-run.ts',
  'database/store-part.ts',
];

/** What says which features there are, and what each adds. */
const featureLists = /\/src\/features\/(?:index|use-store-parts|[^/]+\/feature)[.][jt]s$/;

describe('the start of the program', () => {
  it('loads nothing for --help that only a command needs', async () => {
    const sources = [`--import=${listing}`, projectFile('bin/tidemark.js')];
    const { stderr } = await promisify(execFile)(process.execPath, [...sources, '--help']);
    const modules = [...stderr.matchAll(/^loaded (\S+)$/gm)].map(([, url = '']) => url);
    const packages = modules.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    const other = modules.filter(
      (url) =>
        /\/src\/(?!base\/|cli\/|main\/|features\/[^/]+\/(?:commands\/|[^/]+-command))/.test(url) &&
        !featureLists.test(url) &&
        !extensionPoints.some((file) => url.endsWith(`/src/${file}`)),
    );
    expect([...new Set(packages)]).toEqual(['commander']);
    expect(other).toEqual([]);
  });
});
