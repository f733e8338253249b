import { parseProject } from '../../crawl/projects/project-file.ts';
import { readStored } from '../../crawl/projects/stored-project.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';
import { notFound } from '../../http/errors.ts';
import type { ApiServices } from '../../http/services.ts';
import { numberAfter, partFrom, partSkipping } from '../../main/server/list-parts.ts';
import { isoTime, isoTimeOrNull, projectCalled, type ServerParts } from '../../main/server/server-parts.ts';
import { compileRules, explainUrl } from '../../project/index.ts';
import { testChannels } from '../notifications/test-channels.ts';
import { doerOf } from '../people/account-services.ts';
import { noteOf } from '../people/people-parts.ts';
import { projectsSeenBy } from '../projects/project-services.ts';
import {
  explainLearned,
  findRule,
  type NamedRule,
  namedRules,
  switchRule,
} from '../reports/learned-rules.ts';
import { projectStatistics } from '../statistics/project-statistics.ts';
import { giveSpaceBack, surveyProject, tidyProject } from './tidy-projects.ts';

type UpkeepServices = Pick<
  ApiServices,
  | 'listLearned'
  | 'explainLearned'
  | 'switchLearned'
  | 'testRules'
  | 'listDeliveries'
  | 'retryDeliveries'
  | 'testChannels'
  | 'showStatistics'
  | 'showHoldings'
  | 'tidyProject'
  | 'listSecrets'
  | 'keepSecret'
  | 'removeSecret'
>;

export function upkeepServices({ store, config, people, facts }: ServerParts): UpkeepServices {
  return {
    listLearned: async ({ project, after, limit }) => {
      const rules = await namedRules(store, await projectCalled(store, project));
      return partSkipping(rules.map(learnedRow), numberAfter(after), limit);
    },
    explainLearned: async ({ project, rule }) => {
      const explained = await explainLearned(store, await ruleCalled(store, project, rule));
      const { rule: named, sinceRun, changedRun, pages, examples } = explained;
      return { ...learnedRow(named), sinceRun, changedRun, pages, examples };
    },
    switchLearned: async ({ project, rule, body: { state } }, asking) => {
      const notes = [noteOf(people.now(), doerOf(asking), 'switch learned rule', project, `rule ${rule}`)];
      await switchRule(store, await ruleCalled(store, project, rule), state, notes);
      return learnedRow(await ruleCalled(store, project, rule));
    },
    testRules: async ({ project, body: { urls } }) => {
      const { file } = readStored((await projectCalled(store, project)).settings);
      const { rules = [] } = file === null ? {} : parseProject(file, { fileName: project });
      const compiled = compileRules(rules);
      return {
        items: urls.map((given) => {
          const { url, decision } = explainUrl(compiled, given);
          return { url, verdict: decision.verdict, reason: decision.reason };
        }),
      };
    },
    listDeliveries: async ({ project, state, after, limit }) => {
      const { id: projectId } = await projectCalled(store, project);
      const skip = numberAfter(after);
      const rows = await store.outbox.list({ projectId, state, limit: skip + limit + 1 });
      const deliveries = rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        state: row.state,
        attempts: row.attempts,
        at: isoTime(row.at),
        nextTry: isoTime(row.nextTry),
        sentAt: isoTimeOrNull(row.sentAt),
        error: row.lastError,
      }));
      return partSkipping(deliveries, skip, limit);
    },
    retryDeliveries: async ({ project, body: { id } }) => {
      const { id: projectId } = await projectCalled(store, project);
      return { count: await store.outbox.retry({ id, projectId, now: Date.now() }) };
    },
    testChannels: async ({ project }) => {
      const { name } = await projectCalled(store, project);
      return { items: await testChannels(store, config, name) };
    },
    showStatistics: async ({ project, since, by }, { caller }) => {
      const seen = await projectsSeenBy(store, caller);
      const among = project === undefined ? seen : seen.filter(({ name }) => name === project);
      const { performance, results, perPage, pages } = await projectStatistics(store, among, {
        since: since === undefined ? 0 : Date.parse(since),
        unit: by ?? null,
      });
      const { unit, periods, detectors, all } = results;
      return {
        crawls: performance,
        unit,
        periods: periods.map(isoTime),
        detectors,
        all,
        perPage,
        pages: { ...pages, periods: pages.periods.map(isoTime) },
      };
    },
    showHoldings: async ({ project: name }) => {
      const project = await projectCalled(store, name);
      const { keep, visits, versions, explorations, contents, bytes } = await surveyProject(store, project, {
        facts,
      });
      return {
        ...(await store.upkeep.holdings(project.id)),
        couldGo: {
          keep: keep === null ? null : { ...keep },
          visits,
          versions,
          explorations,
          contents,
          bytes,
        },
      };
    },
    tidyProject: async ({ project: name }) => {
      const { keep, visits, versions, explorations, heldUpBy } = await tidyProject(
        store,
        await projectCalled(store, name),
        { facts },
      );
      if (heldUpBy !== null) throw new StoreError('STORE_LOCKED', heldUpBy);
      return {
        keep: keep === null ? null : { ...keep },
        visits,
        versions,
        explorations,
        ...(await giveSpaceBack(store)),
      };
    },
    listSecrets: async ({ after = '', limit }) => {
      const later = (await store.secrets.list()).filter(({ name }) => name > after);
      const rows = later.map(({ name, changedAt }) => ({ name, changedAt: isoTime(changedAt) }));
      return partFrom(rows.slice(0, limit + 1), limit, ({ name }) => name);
    },
    keepSecret: async ({ secret, body: { value } }, asking) => {
      const note = noteOf(people.now(), doerOf(asking), 'set secret', '', `secret ${secret}`);
      await storedSecrets(store, config).keep(secret, value, [note]);
    },
    removeSecret: async ({ secret }, asking) => {
      const note = noteOf(people.now(), doerOf(asking), 'remove secret', '', `secret ${secret}`);
      if (!(await store.secrets.remove(secret, [note]))) throw notFound(`secret "${secret}"`);
    },
  };
}

const ruleCalled = async (store: Store, project: string, rule: string): Promise<NamedRule> =>
  findRule(store, [await projectCalled(store, project)], rule);

const learnedRow = ({ id, stored: { kind, host, state, note }, says }: NamedRule) => ({
  id,
  kind,
  host,
  state,
  note,
  says,
});
