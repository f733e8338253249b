import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TidemarkClient, tidemarkClient } from '../../../src/main/client.ts';
import { type EditedSite, editedSite } from '../../kernel/database/edited-site.ts';
import { databaseKinds, type Place } from '../../kernel/database/store-databases.ts';
import { storePlaceForEachTest } from '../../kernel/database/store-for-each-test.ts';
import { endedRun, type StartedServer, startedServer } from '../../kernel/http/started-server.ts';

describe.each(databaseKinds)('around projects, on %s', (kind) => {
  let place: Place;
  let site: EditedSite;
  let server: StartedServer;
  let client: TidemarkClient;
  const project = 'tides';
  storePlaceForEachTest(kind, (fresh) => {
    place = fresh;
  });
  beforeEach(async () => {
    site = await editedSite();
    server = await startedServer(place);
    client = tidemarkClient(server);
    const file = `name: tides\nsource: ${site.url}\nrules:\n  - deny: /storm\n  - default: allow\n`;
    await client.addProject({ body: { file } });
  });
  afterEach(async () => {
    await server.close();
    await site.close();
  });

  const run = async (number: number) => {
    await client.startRun({ project, body: {} });
    expect(await endedRun(server, project, number)).toBe('finished');
  };

  test('a detector is tried against what is stored, added, and finds something', async () => {
    await run(1);
    site.edit();
    await run(2);
    const definition = { words: ['pier'] };
    const tried = await client
      .tryDetector({ project, body: { number: 'height > 4' } })
      .catch(({ problem }) => problem);
    expect(tried).toMatchObject({ status: 422, code: 'PROJECT_FILE_INVALID' });
    const { items } = await client.tryDetector({ project, body: definition });
    expect(items.map(({ url }) => url)).toContain(`${site.url}pier`);
    const { name } = await client.addDetector({ project, body: definition });
    expect((await client.listDetectors({ project })).items).toMatchObject([{ name }]);
    expect((await client.showProject({ project })).file).toContain('detectors:');
    await client.removeDetector({ project, detector: name });
    expect((await client.listDetectors({ project })).items).toEqual([]);
    expect((await client.listMatches({ project, run: 2 })).items).toEqual([]);
  });

  test('what was learned is explained, and switched off and on', async () => {
    await run(1);
    const { items } = await client.listLearned({ project });
    const [rule] = items;
    expect(rule).toMatchObject({ kind: 'page', state: 'on' });
    const named = { project, rule: rule?.id ?? '' };
    expect(await client.explainLearned(named)).toMatchObject({ sinceRun: 1, says: rule?.says });
    expect(await client.switchLearned({ ...named, body: { state: 'off' } })).toMatchObject({ state: 'off' });
    const unknown = await client
      .explainLearned({ project, rule: 'ffffffff' })
      .catch(({ problem }) => problem);
    expect(unknown).toMatchObject({ status: 404, code: 'APP_RULE_UNKNOWN' });
  });

  test('rules are tried, runs are counted, and what a run tells is read', async () => {
    const { items } = await client.testRules({
      project,
      body: { urls: [`${site.url}storm`, `${site.url}moon`] },
    });
    expect(items.map(({ verdict }) => verdict)).toEqual(['reject', 'accept']);
    await run(1);
    site.edit();
    await run(2);
    expect((await client.showStatistics({})).crawls).toMatchObject([{ project, crawls: 2, fullCrawls: 2 }]);
    const news = await client.showSummary({ project, run: 2, limit: 1 });
    expect([news.updated, news.groups.length, news.groupCount]).toEqual([2, 1, 2]);
    expect(await client.showSummary({ project, run: 2, after: news.next ?? '' })).toMatchObject({
      next: null,
    });
    expect((await client.listDeliveries({ project })).items).toEqual([]);
    expect(await client.testChannels({ project })).toEqual({ items: [] });
  });

  test('secrets are written and never told', async () => {
    await client.keepSecret({ secret: 'forum', body: { value: 'open sesame' } });
    const answer = await server.ask('/api/secrets');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ items: [{ name: 'forum' }], next: null });
    expect(text).not.toContain('sesame');
    await client.removeSecret({ secret: 'forum' });
    const gone = await client.removeSecret({ secret: 'forum' }).catch(({ problem }) => problem);
    expect(gone).toMatchObject({ status: 404 });
  });
});
