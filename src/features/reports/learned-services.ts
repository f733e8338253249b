import type { Store } from '../../database/store.ts';
import { numberAfter, partSkipping } from '../../http/json-values.ts';
import { doerOf, noteOf } from '../../http/people/audit-note.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { learnedEndpoints } from './learned-endpoints.ts';
import { explainLearned, findRule, type NamedRule, namedRules, switchRule } from './learned-rules.ts';

export function learnedServices({ store }: ServiceContext): ServicesOf<typeof learnedEndpoints> {
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
      const notes = [noteOf(Date.now(), doerOf(asking), 'switch learned rule', project, `rule ${rule}`)];
      await switchRule(store, await ruleCalled(store, project, rule), state, notes);
      return learnedRow(await ruleCalled(store, project, rule));
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
