import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Place } from './application.ts';
import { startCgi } from './tools/cgi-server.ts';
import { unpackDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);

const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Statistics of a month: tables of counters in their order, and when they were counted last. */
export function awstats(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const program = join(folder, 'awstats/awstats.pl');
  const log = join(folder, 'access.log');
  const pages = prose.names(9).map((name) => `/${name}.html`);

  const visitors = async (count: number, extra: readonly string[] = []) => {
    const now = place.clock.now();
    const two = (figure: number) => String(figure).padStart(2, '0');
    const stamp = `${two(now.getUTCDate())}/${MONTHS[now.getUTCMonth()]}/${now.getUTCFullYear()}:${two(now.getUTCHours())}:${two(now.getUTCMinutes())}:${two(now.getUTCSeconds())} +0000`;
    const lines: string[] = [];
    for (let number = 0; number < count; number++) {
      const host = `10.0.${random.below(4)}.${1 + random.below(30)}`;
      const page = random.pick(pages);
      const status = random.below(9) === 0 ? 404 : 200;
      lines.push(
        `${host} - - [${stamp}] "GET ${page} HTTP/1.1" ${status} ${200 + random.below(9000)} "-" "${random.pick(browsers)}"`,
      );
    }
    for (const page of extra)
      lines.push(
        `10.9.9.9 - - [${stamp}] "GET ${page} HTTP/1.1" 200 900 "http://ferry.example.net/" "${browsers[0]}"`,
      );
    await appendFile(log, `${lines.join('\n')}\n`);
    await run('perl', [program, '-config=harbour', '-update'], {
      env: place.clock.environment(),
      maxBuffer: 2 ** 26,
    });
  };

  return {
    name: 'awstats',
    startPath: '/awstats.pl?config=harbour&year=2026&month=03',
    stamp: /Last Update:.{0,60}?<span[^>]*>[^<]*<\/span>/gs,
    project: {
      // Its pages ask robots to stay away.
      crawl: { nofollow: 'follow' },
      rules: [
        { allow: '/awstats[.]pl[?]config=harbour&year=2026&month=03$' },
        { allow: '/awstats[.]pl[?]config=harbour&year=2026&month=03&output=[a-z0-9]+$' },
        { default: 'deny' },
      ],
    },

    async install() {
      const unpacked = join(folder, 'unpacked');
      await unpackDebian(unpacked, 'awstats');
      await mkdir(join(folder, 'awstats'), { recursive: true });
      await cp(join(unpacked, 'usr/lib/cgi-bin/awstats.pl'), program);
      for (const part of ['lang', 'lib', 'plugins'])
        await cp(join(unpacked, 'usr/share/awstats', part), join(folder, 'awstats', part), {
          recursive: true,
        });
      await rm(unpacked, { recursive: true });
      await mkdir(join(folder, 'data'), { recursive: true });
      const settings = {
        LogFile: log,
        LogFormat: 1,
        SiteDomain: 'harbour.example.org',
        DirData: join(folder, 'data'),
        DirCgi: '/',
        DirIcons: '/icon',
        UseFramesWhenCGI: 0,
        DNSLookup: 0,
        AllowFullYearView: 0,
      };
      await writeFile(
        join(folder, 'awstats/awstats.harbour.conf'),
        Object.entries(settings)
          .map(([name, value]) => `${name}="${value}"\n`)
          .join(''),
      );
    },

    start: () => startCgi(place, { program, environment: { GATEWAY_INTERFACE: 'CGI/1.1' } }),

    async fill() {
      await visitors(160);
    },

    async edit(visit) {
      const added = `/added-${visit}.html`;
      await visitors(20, [added]);
      // The last of them is in April.
      const list = `${origin}/awstats.pl?config=harbour&year=2026&month=03&output=urldetail`;
      const isMarch = place.clock.now().getUTCMonth() === 2;
      return [{ what: `some visitors, and a page more: ${added}`, shows: isMarch ? { [list]: 'UPD' } : {} }];
    },
  };
}
