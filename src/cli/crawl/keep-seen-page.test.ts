import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StepError } from '../../crawl/index.ts';
import { keepSeenPage } from './keep-seen-page.ts';

test('the page that came instead is saved in the data folder; without a page there is no file', async () => {
  const data = await mkdtemp(join(tmpdir(), 'tidemark-seen-'));
  try {
    expect(await keepSeenPage(new StepError('no page', null), 'news', data)).toBeNull();
    const page = {
      url: 'https://a.test/',
      status: 200,
      title: '',
      excerpt: '',
      contentType: 'text/html',
      body: Buffer.from('<p>Please log in'),
    };
    const file = await keepSeenPage(new StepError('a wall', page), 'news', data);
    expect(file).toBe(join(data, 'failed-steps', 'news.html'));
    expect(await readFile(file ?? '', 'utf8')).toBe('<p>Please log in');
  } finally {
    await rm(data, { recursive: true });
  }
});
