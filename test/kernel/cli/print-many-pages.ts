/** Reports many pages at once, as after a long commit, then says so on standard error. */
import { Command } from 'commander';
import { CrawlReporter } from '../../../src/cli/crawl/crawl-reporter.ts';
import { outputOf } from '../../../src/cli/output.ts';

const pages = Number(process.argv[2]);
const command = new Command().option('--json').parse(['--json'], { from: 'user' });
const reporter = new CrawlReporter(outputOf(command), 'site', 'crawl', undefined);
for (let page = 0; page < pages; page++) {
  reporter.tell({
    event: 'page',
    url: `http://example.org/${page}`,
    status: 200,
    outcome: 'ok',
    type: 'text/html',
    bytes: 1000,
    links: 10,
    code: null,
    error: null,
    flag: null,
    reason: null,
  });
}
process.stderr.write('reported\n');
