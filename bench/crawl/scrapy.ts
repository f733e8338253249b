import { fileURLToPath } from 'node:url';
import { CONCURRENCY, type Contender, fromDebian } from './contender.ts';
import { findProgram } from './find-program.ts';

const spider = fileURLToPath(new URL('./scrapy-spider.py', import.meta.url));

/** Scrapy as in its tutorial, or with what its users do to make it faster. */
export function scrapy(how: 'as documented' | 'tuned'): Contender {
  const found = findProgram('scrapy');
  return {
    name: `Scrapy, ${how}`,
    note: how === 'tuned' ? 'skips seen links early, saves bodies' : 'saves bodies',
    missing: fromDebian(found, 'python3-scrapy'),
    commandLine: ({ origin, start, scope }, out) => ({
      command: found ?? 'scrapy',
      args: [
        ...['runspider', spider, '-a', `start=${origin}${start}`, '-a', `scope=${origin}${scope}`],
        ...['-a', `out=${out}`, '-a', `tuned=${how === 'tuned' ? 1 : 0}`],
        ...[
          '-s',
          `CONCURRENT_REQUESTS=${CONCURRENCY}`,
          '-s',
          `CONCURRENT_REQUESTS_PER_DOMAIN=${CONCURRENCY}`,
        ],
        ...['-s', 'DOWNLOAD_DELAY=0', '-s', 'ROBOTSTXT_OBEY=False', '-s', 'COOKIES_ENABLED=False'],
        ...['-s', 'TELNETCONSOLE_ENABLED=False', '-s', 'LOG_LEVEL=WARNING'],
      ],
    }),
  };
}
