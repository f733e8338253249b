import { describe, expect, it, test } from 'vitest';
import { parseProjectFile } from '../../project/index.ts';
import { checkedSettings, frontierLimitOf, settingsInFile } from './run-settings.ts';

const settingsOf = (more: string) =>
  checkedSettings(settingsInFile(parseProjectFile(`name: a\nsource: https://a.test/\n${more}`)));

describe('the settings in a project file', () => {
  it('have the defaults of the command line', async () => {
    expect(await settingsOf('')).toEqual(await checkedSettings({}));
  });

  it('become settings of a run', async () => {
    const settings = await settingsOf(`preference: { depth: 3 }
limits: { requestsPerMinute: 30, delay: 1s, pages: 5, time: 2m, bandwidth: 64k, concurrency: 2 }
crawl: { robots: ignore, nofollow: follow, assets: images, timeout: 5s, scope: [a.test, b.test/docs/] }
`);
    expect(settings).toMatchObject({ depth: 3, delay: 2000, maxPages: 5, maxTime: 120, bandwidth: 65_536 });
    expect(settings).toMatchObject({ concurrency: 2, ignoreRobots: true, followNofollow: true, timeout: 5 });
    expect(settings).toMatchObject({ assets: 'images', scope: ['a.test', 'b.test/docs/'] });
  });

  it('never contain a secret proxy', async () => {
    expect((await settingsOf('crawl: { proxy: { env: PROXY } }')).proxy).toBeNull();
  });
});

test.each(['userAgent', 'contact'])('%s is one line, also as an option', async (key) => {
  await expect(checkedSettings({ [key]: 'a\r\nX-Injected: 1' })).rejects.toMatchObject({
    code: 'APP_SETTING_INVALID',
    message: `${key}: write it on one line`,
  });
});

test('how many addresses may wait follows from the limit of pages, unless it is given', () => {
  const limit = (maxPages: number | null, maxFrontier: number | null = null) =>
    frontierLimitOf({ maxPages, maxFrontier });
  expect([limit(null), limit(1), limit(5000), limit(1e6), limit(1, 30)]).toEqual([
    1_000_000, 200_000, 500_000, 1_000_000, 30,
  ]);
});
