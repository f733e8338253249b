import { type Command, Option } from 'commander';
import { bytes, bytesPerSecond, milliseconds, seconds, wholeNumber } from './option-values.ts';

/** What can be said about any visit of a site, be it the first or a later one. */
export function withSiteOptions(command: Command): Command {
  return command
    .option('--project <name>', "the project's name; the host of the URL when left out")
    .option('--depth <n>', 'how many links away from the start (default 100)', wholeNumber('--depth', 0))
    .option('--scope <prefix>', 'only URLs that start with this; may be given several times', collect)
    .option(
      '--concurrency <n>',
      'requests at once, for those who own the site (default 1; of files 4)',
      wholeNumber('--concurrency', 1),
    )
    .option(
      '--delay <ms>',
      'milliseconds between two requests to one host (default 0)',
      milliseconds('--delay'),
    )
    .option('--ignore-robots', 'do not ask for robots.txt, for those who own the site')
    .option('--follow-nofollow', 'follow links that are marked nofollow')
    .addOption(
      new Option('--assets <which>', 'also fetch what pages embed (default none)').choices([
        'none',
        'images',
        'all',
      ]),
    )
    .option('--max-pages <n>', 'pause after so many pages', wholeNumber('--max-pages', 1))
    .option('--max-bytes <size>', 'pause after so many bytes, as in 500M', bytes('--max-bytes'))
    .option('--max-time <duration>', 'pause after so long, as in 90s, 10m, 2h', seconds('--max-time'))
    .option('--max-page-bytes <size>', 'leave out larger pages (default 20M)', bytes('--max-page-bytes'))
    .option(
      '--bandwidth <size>',
      'at most so many bytes a second over all hosts',
      bytesPerSecond('--bandwidth'),
    )
    .option('--timeout <duration>', 'give a page up after so long (default 60s)', seconds('--timeout'))
    .option(
      '--attempts <n>',
      'try a page so often before it counts as failed (default 3)',
      wholeNumber('--attempts', 1),
    )
    .option('--contact <address>', 'a URL or mail address, sent along so that site owners know whom to ask')
    .option('--user-agent <text>', 'send this instead of Tidemark/VERSION')
    .option('--proxy <url>', 'http://host:port or socks5://host:port')
    .option('--twin', 'fetch pages twice where that tells noise from change (the default)')
    .option('--no-twin', 'never fetch a page twice')
    .addOption(
      new Option('--compare <how>', 'what counts as a change (default segments)').choices([
        'bytes',
        'text',
        'segments',
      ]),
    )
    .option('--only <selector>', 'only these regions count; may be given several times', collect)
    .option('--ignore <selector>', 'these regions do not count; may be given several times', collect)
    .option('--ignore-text <pattern>', 'text like this does not count; may be given several times', collect);
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
