import { describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { databaseKinds } from '../../../test/kernel/database/store-databases.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { packContent } from '../../database/content/packed-content.ts';
import type { Store } from '../../database/store.ts';

describe.each(databaseKinds)('what tracking keeps on %s', (kind) => {
  let store: Store;
  storeForEachTest(kind, (opened) => {
    store = opened;
  });

  const bytes = (text: string) => Buffer.from(text);

  /** A run with three pages of which two were good. */
  async function firstRun() {
    const run = await startRun(store);
    await run.commit({ discovered: ['/a', '/b', '/c'].map((path) => discovered(path)) });
    const [a, b, c] = await store.frontier.next(run.runId, 'example.org', null, 3);
    const ids = { a: a?.id ?? 0, b: b?.id ?? 0, c: c?.id ?? 0 };
    const body = packContent(bytes('hello'), 'text/html');
    const first = { flag: 'NEW', reason: 'first visit', sha256: body.sha256 } as const;
    await run.commit({
      visits: [
        visit(ids.a, { ...first, signature: bytes('same') }),
        visit(ids.b, { ...first, signature: bytes('same') }),
        visit(ids.c, { outcome: 'error', status: 404 }),
      ],
      contents: [body],
      knownPages: { due: 0, notDue: 0, aliases: 0, excluded: 0 },
    });
    return { ...run, ids };
  }

  test('flags and reasons, as rows of a report', async () => {
    const { runId, ids } = await firstRun();
    expect(await store.visits.flagTotals(runId)).toEqual({ NEW: 2, SAM: 0, UPD: 0, MIS: 0, ERR: 0 });
    const rows = await store.visits.flagged(runId, { limit: 10 });
    expect(rows).toMatchObject([
      { pageId: ids.a, url: 'https://example.org/a', flag: 'NEW', reason: 'first visit', status: 200 },
      { pageId: ids.b },
    ]);
    expect(await store.visits.flagged(runId, { limit: 10, flags: ['UPD'] })).toEqual([]);
    expect(await store.visits.flagged(runId, { limit: 10, after: ids.a })).toHaveLength(1);
    expect(await store.visits.find(runId, ids.c)).toMatchObject({ status: 404, flag: null });
    expect(await store.visits.find(runId, 999)).toBeNull();
  });

  test('pages are queued again as they are, once, with what the next visit needs to know', async () => {
    const { runId, ids } = await firstRun();
    const second = await startRun(store);
    await second.commit({ revisits: [ids.a, ids.b] });
    await second.commit({ revisits: [ids.a] });
    const [a] = await store.frontier.next(second.runId, 'example.org', null, 5);
    expect(a).toMatchObject({
      id: ids.a,
      lastFlag: 'NEW',
      lastGood: { type: 'text/html', versionRunId: runId },
    });
    const sample = visit(ids.a, {
      flag: 'SAM',
      reason: 'the same bytes',
      bringsVersion: false,
      samples: bytes('samp'),
      dueAt: 77,
    });
    await second.commit({ visits: [sample] });
    expect(await store.frontier.count(second.runId)).toBe(1);
    const third = await startRun(store);
    await third.commit({ revisits: [ids.a] });
    const [again] = await store.frontier.next(third.runId, 'example.org', null, 5);
    // An unchanged page keeps the version of the first run.
    expect(again).toMatchObject({ lastFlag: 'SAM', lastGood: { versionRunId: runId } });
    expect(Buffer.from(again?.samples ?? []).toString()).toBe('samp');
    expect(await store.pages.known(second.projectId, { after: 0, limit: 9 })).toMatchObject([
      { id: ids.a, isGood: true, dueAt: 77, aliasAgreements: null },
      { id: ids.b, isGood: true, dueAt: null },
      { id: ids.c, isGood: false },
    ]);
  });

  test('a visit that says nothing new leaves flag, samples, due time and version as they were', async () => {
    const first = await firstRun();
    const second = await startRun(store);
    const known = { flag: 'UPD', reason: 'other words', samples: bytes('samp'), dueAt: 77 } as const;
    await second.commit({ visits: [visit(first.ids.a, known)] });
    const third = await startRun(store);
    await third.commit({ visits: [visit(first.ids.a, { outcome: 'error', bringsVersion: false })] });
    const fourth = await startRun(store);
    await fourth.commit({ revisits: [first.ids.a] });
    const [page] = await store.frontier.next(fourth.runId, 'example.org', null, 5);
    expect(page).toMatchObject({ lastFlag: 'UPD', lastGood: { versionRunId: second.runId } });
    expect(Buffer.from(page?.samples ?? []).toString()).toBe('samp');
    expect(await store.pages.known(first.projectId, { after: 0, limit: 1 })).toMatchObject([{ dueAt: 77 }]);
  });

  test('a revisited page that was visited already is not queued again', async () => {
    const { commit, runId, ids } = await firstRun();
    await commit({ revisits: [ids.a] });
    expect(await store.frontier.count(runId)).toBe(0);
  });

  test('pages of a host whose 304s are not true are queued again, as if they had not been visited', async () => {
    const { runId, ids } = await firstRun();
    const second = await startRun(store);
    await second.commit({ revisits: [ids.a, ids.b] });
    const same = { flag: 'SAM', reason: 'not modified (304)', bringsVersion: false } as const;
    const visits = [visit(ids.a, { ...same, status: 304 }), visit(ids.b, { ...same, status: 200 })];
    await second.commit({ visits, untrue304: 'other.example' });
    expect(await store.frontier.count(second.runId)).toBe(0);
    await second.commit({ untrue304: 'example.org' });
    expect(await store.frontier.next(second.runId, 'example.org', null, 5)).toMatchObject([
      { id: ids.a, lastGood: { versionRunId: runId } },
    ]);
    expect(await store.visits.find(second.runId, ids.a)).toBeNull();
    await second.commit({ visits: [visit(ids.a, { flag: 'UPD', reason: 'different words' })] });
    expect(await store.visits.flagTotals(second.runId)).toMatchObject({ SAM: 1, UPD: 1 });
  });

  test('a superseded page is not visited any more, and other projects do not matter', async () => {
    const other = await startRun(store, 'other');
    const taken = discovered('/z');
    await other.commit({ discovered: [taken] });
    const { projectId, runId, commit } = await startRun(store);
    await commit({ discovered: [discovered('/a'), discovered('/b')] });
    const [a, b] = await store.frontier.next(runId, 'example.org', null, 2);
    const renamed = [a, b].map((page) => ({
      pageId: page?.id ?? 0,
      identity: taken.identity,
      identityHash: taken.identityHash,
    }));
    await commit({ renamed });
    expect(await store.frontier.next(runId, 'example.org', null, 9)).toMatchObject([
      { id: a?.id, identity: taken.identity },
    ]);
    expect(await store.pages.origin(b?.id ?? 0)).toMatchObject({ supersededBy: a?.id });
    expect(await store.pages.find(projectId, taken.identityHash)).toMatchObject({ id: a?.id });
    expect(await store.frontier.count(other.runId)).toBe(1);
  });

  test('a page gets another identity; one whose identity is taken is superseded and no longer listed', async () => {
    const { projectId, commit, ids, runId } = await firstRun();
    const name = discovered('/z');
    const renamed = [ids.a, ids.b].map((pageId) => ({
      pageId,
      identity: name.identity,
      identityHash: name.identityHash,
    }));
    await commit({ renamed });
    expect(await store.pages.find(projectId, name.identityHash)).toMatchObject({ id: ids.a });
    expect((await store.pages.list(projectId, { limit: 9 })).map(({ id }) => id)).toEqual([ids.a]);
    expect(await store.visits.flagTotals(runId)).toMatchObject({ NEW: 1 });
    expect((await store.pages.known(projectId, { after: 0, limit: 9 })).map(({ id }) => id)).toEqual([
      ids.a,
      ids.c,
    ]);
  });

  test('a page takes over the place in the queue of those that turn out to be the same', async () => {
    const { projectId, ids } = await firstRun();
    const second = await startRun(store);
    await second.commit({ discovered: [discovered('/x?1'), discovered('/x?2')] });
    const waiting = await store.frontier.next(second.runId, 'example.org', null, 9);
    const { identity, identityHash } = discovered('/a');
    await second.commit({ renamed: waiting.map(({ id }) => ({ pageId: id, identity, identityHash })) });
    const left = await store.frontier.next(second.runId, 'example.org', null, 9);
    expect(left.map(({ id }) => id)).toEqual([ids.a]);
    const known = await store.pages.known(projectId, { after: 0, limit: 9 });
    expect(known.filter(({ waitsIn }) => waitsIn === second.runId).map(({ id }) => id)).toEqual([ids.a]);
    // A link that has the old name again is a page again: the rule was switched off.
    const third = await startRun(store);
    await third.commit({ discovered: [discovered('/x?2')] });
    const listed = await store.pages.list(projectId, { limit: 99, which: 'all' });
    expect(listed.map(({ identity: name }) => name)).toContain(discovered('/x?2').identity);
  });

  test('learned rules are replaced by their id, and what the user switched off stays off', async () => {
    const { projectId, commit, runId } = await firstRun();
    const rule = {
      id: 'x advert',
      kind: 'page',
      host: 'x',
      rule: '{"v":1}',
      state: 'on',
      note: null,
    } as const;
    await commit({ learned: [rule] });
    expect(await store.learned.list(projectId)).toEqual([
      { ...rule, sinceRunId: runId, changedRunId: runId },
    ]);
    expect(await store.learned.switch(projectId, rule.id, 'off')).toBe(true);
    expect(await store.learned.switch(projectId, 'no such rule', 'off')).toBe(false);
    await commit({ learned: [{ ...rule, rule: '{"v":2}' }] });
    expect(await store.learned.list(projectId)).toMatchObject([{ rule: '{"v":2}', state: 'off' }]);
    expect(await store.learned.switch(projectId, rule.id, 'on')).toBe(true);
    await commit({ learned: [{ ...rule, state: 'withdrawn', note: 'it stopped holding' }] });
    expect(await store.learned.list(projectId)).toMatchObject([
      { state: 'withdrawn', note: 'it stopped holding' },
    ]);
    await store.learned.switch(projectId, rule.id, 'on');
    expect(await store.learned.list(projectId)).toMatchObject([{ state: 'on', note: null }]);
  });

  test('a learned rule belongs to its project, and the last one of a batch wins', async () => {
    const [here, there] = [await startRun(store, 'here'), await startRun(store, 'there')];
    const rule = { id: 'x advert', kind: 'page', host: 'x', rule: '1', state: 'on', note: null } as const;
    await here.commit({ learned: [rule, { ...rule, rule: '2' }] });
    await there.commit({ learned: [rule] });
    await store.learned.switch(here.projectId, rule.id, 'off');
    expect(await store.learned.list(here.projectId)).toMatchObject([{ rule: '2', state: 'off' }]);
    expect(await store.learned.list(there.projectId)).toMatchObject([{ rule: '1', state: 'on' }]);
  });

  test('memories of pages are replaced', async () => {
    const { commit, ids } = await firstRun();
    expect(await store.memories.read(ids.a)).toBeNull();
    await commit({ memories: [{ pageId: ids.a, hashes: bytes('one') }] });
    await commit({ memories: [{ pageId: ids.a, hashes: bytes('two') }] });
    expect(Buffer.from((await store.memories.read(ids.a)) ?? []).toString()).toBe('two');
  });

  test('how a file was listed, replaced by the next listing', async () => {
    const { commit, ids } = await firstRun();
    const bare = { pageId: ids.a, size: null, modified: null, hash: null, listedAt: 1 };
    await commit({ listed: [bare] });
    expect(await store.listings.find([ids.a, ids.b])).toEqual([bare]);
    const full = { ...bare, size: 5e9, modified: { at: 7, unit: 60_000 }, hash: 'md5:1', listedAt: 2 };
    await commit({ listed: [full] });
    expect(await store.listings.find([ids.a])).toEqual([full]);
  });

  test('aliases are found among pages with the same text, counted, and ended', async () => {
    const { projectId, commit, ids } = await firstRun();
    const shared = await store.aliases.sharedTexts(projectId, { after: null, texts: 5 });
    expect(shared.map(({ pageId }) => pageId)).toEqual([ids.a, ids.b]);
    const other = await startRun(store, 'other');
    await other.commit({ discovered: [discovered('/a'), discovered('/d')] });
    const [same, single] = await store.frontier.next(other.runId, 'example.org', null, 2);
    await other.commit({
      visits: [
        visit(same?.id ?? 0, { signature: bytes('same') }),
        visit(single?.id ?? 0, { signature: bytes('single') }),
      ],
    });
    expect(await store.aliases.sharedTexts(projectId, { after: null, texts: 5 })).toHaveLength(2);
    expect(await store.aliases.sharedTexts(other.projectId, { after: null, texts: 5 })).toEqual([]);
    expect(await store.aliases.sharedTexts(projectId, { after: bytes('same'), texts: 5 })).toEqual([]);
    await commit({ aliases: { found: [{ pageId: ids.b, ofPageId: ids.a }], agreed: [], parted: [] } });
    await commit({ aliases: { found: [], agreed: [ids.b], parted: [] } });
    expect(await store.aliases.list(projectId)).toMatchObject([
      { pageId: ids.b, ofPageId: ids.a, ofUrl: 'https://example.org/a', agreements: 1 },
    ]);
    expect(await store.pages.known(projectId, { after: ids.a, limit: 1 })).toMatchObject([
      { aliasAgreements: 1 },
    ]);
    await commit({ aliases: { found: [{ pageId: ids.b, ofPageId: ids.a }], agreed: [], parted: [] } });
    expect(await store.aliases.list(projectId)).toMatchObject([{ pageId: ids.b, agreements: 0 }]);
    await commit({ aliases: { found: [], agreed: [], parted: [ids.b] } });
    expect(await store.aliases.list(projectId)).toEqual([]);
  });

  test('pages that share their quiet text are found apart from those that share all of it', async () => {
    const { projectId, ids } = await firstRun();
    const quietSignature = bytes('quiet');
    const second = await startRun(store);
    await second.commit({ visits: [visit(ids.b, { quietSignature }), visit(ids.c, { quietSignature })] });
    const quiet = { after: null, texts: 5, of: 'quiet_signature' } as const;
    const shared = await store.aliases.sharedTexts(projectId, quiet);
    expect(shared.map(({ pageId }) => pageId)).toEqual([ids.b, ids.c]);
    const third = await startRun(store);
    await third.commit({ visits: [visit(ids.c, { quietSignature: bytes('other') })] });
    expect(await store.aliases.sharedTexts(projectId, quiet)).toEqual([]);
  });

  test('a superseded page is not an alias candidate', async () => {
    const { projectId, runId, commit, ids } = await firstRun();
    const second = await startRun(store);
    await second.commit({ visits: [visit(ids.c, { signature: bytes('same') })] });
    const name = discovered('/a');
    const renamed = [{ pageId: ids.b, identity: name.identity, identityHash: name.identityHash }];
    await commit({ renamed });
    const shared = await store.aliases.sharedTexts(projectId, { after: null, texts: 5 });
    expect(shared.map(({ pageId, goodRunId }) => [pageId, goodRunId])).toEqual([
      [ids.a, runId],
      [ids.c, second.runId],
    ]);
  });

  test('how many known pages a run found, and what it does with them', async () => {
    const { projectId } = await firstRun();
    expect((await store.runs.latest(projectId))?.knownPages).toEqual({
      due: 0,
      notDue: 0,
      aliases: 0,
      excluded: 0,
    });
    await startRun(store);
    expect((await store.runs.latest(projectId))?.knownPages).toBeNull();
  });
});
