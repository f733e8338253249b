import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GuardedBrowser, openBrowser } from '../../../../src/fetch/index.ts';
import { contentSetting, structureSetting } from '../../../../src/fingerprint/index.ts';
import { loopbackEgress } from '../../../fixtures/servers/loopback-egress.ts';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { stateApplications } from './all-applications.ts';
import { domEquality } from './proof/dom-equality.ts';
import { exploreApplication } from './proof/explore-application.ts';
import { judge } from './proof/judge.ts';
import type { StateApplication } from './state-application.ts';

/** One for each thing that can go wrong, of the quick ones. `npm run bench -- states-quality` takes all. */
const quick = [
  'visit counter',
  'generated names',
  'dialogs',
  'shadow DOM',
  'dangerous buttons',
  'skeletons',
  'late answers',
  'add numbered paragraph',
  'react modal',
  ...shortOrLong([], ['vue tabs', 'svelte tabs']),
];

const nothingWrong = { missed: [], duplicates: [], unexpected: [], missingWays: [], forbidden: [] };

function applicationNamed(wanted: string): StateApplication {
  const found = stateApplications.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`there is no application "${wanted}"`);
  return found;
}

let browser: GuardedBrowser;
beforeAll(async () => {
  browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
});
afterAll(() => browser.close());

describe('an exploration finds the states that people find, each once, and ends by itself:', () => {
  test.each(quick)('%s', async (name) => {
    const application = applicationNamed(name);
    const { exploration, found } = await exploreApplication(application, browser, {
      setting: contentSetting(),
    });
    expect(judge(application, 'content', found)).toEqual(nothingWrong);
    expect(exploration.ending).toBe('complete');
  });
});

describe('for test engineers, a template is one state:', () => {
  test.each(['pagination', 'replace text'])('%s', async (name) => {
    const application = applicationNamed(name);
    const { found } = await exploreApplication(application, browser, { setting: structureSetting() });
    expect(judge(application, 'structure', found)).toEqual(nothingWrong);
  });
});

describe('plain equality of documents', () => {
  test('never comes to an end with a counter, which is noise to us', async () => {
    const { exploration, found } = await exploreApplication(applicationNamed('visit counter'), browser, {
      setting: domEquality({ withTexts: true }),
      plain: true,
      limits: { states: 6 },
    });
    expect(exploration.ending).toBe('states');
    expect(judge(applicationNamed('visit counter'), 'content', found).duplicates).not.toEqual([]);
  });

  test('takes a paragraph with other words for the same when texts do not count', async () => {
    const application = applicationNamed('replace text');
    const trial = { setting: domEquality({ withTexts: false }), plain: true };
    const { found } = await exploreApplication(application, browser, trial);
    expect(judge(application, 'content', found).missed).toHaveLength(4);
  });
});

test('every state of every application is named once', () => {
  for (const { name, states, sameStructure = [], ways = [] } of stateApplications) {
    const names = states.map((state) => state.name);
    expect(new Set(names).size, name).toBe(names.length);
    expect(names, name).toEqual(expect.arrayContaining([...sameStructure, ...ways].flat()));
  }
  expect(stateApplications.length).toBeGreaterThanOrEqual(55);
});
