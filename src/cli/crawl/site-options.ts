import { type Command, Option } from 'commander';
import type { RunSettings } from '../../crawl/run/run-settings.ts';
import { bytes, bytesPerSecond, milliseconds, seconds, wholeNumberFrom } from './option-values.ts';

/** The options of every visit to a site, whether it is the first or a later one. */
export function withSiteOptions(command: Command): Command {
  return command
    .option('--project <name>', 'name of the project (default: the host of the URL)')
    .option(
      '--depth <n>',
      'follow at most this many links in a row from the start (default: 100)',
      wholeNumberFrom('--depth', 0),
    )
    .option('--scope <prefix>', 'visit only URLs that start with this; may be repeated', repeated)
    .option(
      '--concurrency <n>',
      'requests at once, if you own the site (default: 1; for files: 4)',
      wholeNumberFrom('--concurrency', 1),
    )
    .option(
      '--delay <ms>',
      'milliseconds between two requests to a host (default: 0)',
      milliseconds('--delay'),
    )
    .option('--ignore-robots', 'do not ask for robots.txt, if you own the site')
    .option('--follow-nofollow', 'follow links that are marked nofollow')
    .addOption(
      new Option('--assets <which>', 'also fetch what pages embed (default: none)').choices([
        'none',
        'images',
        'all',
      ]),
    )
    .addOption(
      new Option(
        '--render <which>',
        'render pages in a browser: those that only scripts build, or all (default: auto)',
      ).choices(['auto', 'never', 'always']),
    )
    .option('--screenshot', 'keep pictures of pages that are new or have changed')
    .option('--no-screenshot', 'keep no pictures of pages (the default)')
    .option('--max-pages <n>', 'pause after this many pages', wholeNumberFrom('--max-pages', 1))
    .option(
      '--max-frontier <n>',
      'leave out new addresses while this many wait (default: 1000000)',
      wholeNumberFrom('--max-frontier', 1),
    )
    .option('--max-bytes <size>', 'pause after this many bytes, as in 500M', bytes('--max-bytes'))
    .option('--max-time <duration>', 'pause after this long, as in 90s, 10m, 2h', seconds('--max-time'))
    .option(
      '--max-wait <duration>',
      'pause when the site asks to wait longer (default: 5m)',
      seconds('--max-wait'),
    )
    .option('--max-page-bytes <size>', 'leave out larger pages (default: 20M)', bytes('--max-page-bytes'))
    .option(
      '--bandwidth <size>',
      'at most this many bytes a second, for all hosts together',
      bytesPerSecond('--bandwidth'),
    )
    .option('--timeout <duration>', 'give up on a page after this long (default: 60s)', seconds('--timeout'))
    .option(
      '--attempts <n>',
      'how often to try a page before it counts as failed (default: 3)',
      wholeNumberFrom('--attempts', 1),
    )
    .option('--contact <address>', 'URL or mail address for site owners, sent with every request')
    .option('--user-agent <text>', 'send this instead of Tidemark/VERSION')
    .option('--proxy <url>', 'use this proxy: http://host:port or socks5://host:port')
    .option('--twin', 'fetch a page twice where that separates noise from changes (the default)')
    .option('--no-twin', 'never fetch a page twice')
    .addOption(
      new Option('--compare <how>', 'what counts as a change (default: segments)').choices([
        'bytes',
        'text',
        'segments',
      ]),
    )
    .option('--only <selector>', 'compare only these regions; may be repeated', repeated)
    .option('--ignore <selector>', 'do not compare these regions; may be repeated', repeated)
    .option('--ignore-text <pattern>', 'do not compare text that matches; may be repeated', repeated);
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The options about comparing pages. */
export interface CompareOptions {
  readonly compare?: 'bytes' | 'text' | 'segments';
  readonly only?: readonly string[];
  readonly ignore?: readonly string[];
  readonly ignoreText?: readonly string[];
}

/** Turns these options into one setting for all URLs. Together they replace the earlier setting. */
export function withComparison<T extends CompareOptions>(options: T) {
  const { compare: by, only, ignore, ignoreText, ...others } = options;
  const entry: RunSettings['compare'][number] = {
    ...(by && { by }),
    ...(only && { only }),
    ...(ignore && { ignore }),
    ...(ignoreText && { ignoreText }),
  };
  return { ...others, ...(Object.keys(entry).length > 0 && { compare: [entry] }) };
}
