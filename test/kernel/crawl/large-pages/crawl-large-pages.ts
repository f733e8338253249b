// Crawls a site with as many requests at once as possible, and prints its pages and the memory it took: `crawl-large-pages.ts URL FOLDER`.
import { crawl } from '../../../../src/index.ts';
import { peakMemoryMb } from './peak-memory.ts';

const [url = '', data = ''] = process.argv.slice(2);
const { ending } = await crawl(url, { data, concurrency: 256, twin: false, render: 'never', attempts: 1 });
process.stdout.write(JSON.stringify({ state: ending.state, pages: ending.pages, memoryMb: peakMemoryMb() }));
