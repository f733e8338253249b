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

describe('the start of the program', () => {
  it('loads nothing for --help that only a command needs', async () => {
    const sources = [`--import=${listing}`, projectFile('bin/tidemark.js')];
    const { stderr } = await promisify(execFile)(process.execPath, [...sources, '--help']);
    const modules = [...stderr.matchAll(/^loaded (\S+)$/gm)].map(([, url = '']) => url);
    const packages = modules.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    const other = modules.filter((url) =>
      /\/src\/(?!base\/|cli\/|main\/|features\/[^/]+\/(?:commands\/|[^/]+-command))/.test(url),
    );
    expect([...new Set(packages)]).toEqual(['commander']);
    expect(other).toEqual([]);
  });
});
