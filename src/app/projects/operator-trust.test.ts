import { describe, expect, test } from 'vitest';
import { operatorTrust, refuseOperatorOnly } from './operator-trust.ts';
import { parseProject } from './project-file.ts';

const source = 'name: tides\nsource: http://10.0.0.5/docs/\n';
const byUser = { by: 'user', operatorFile: '' } as const;
const trustAfter = (before: string, after: string) =>
  operatorTrust(byUser, parseProject(after), parseProject(before));

describe('a project of the operator that a user has changed', () => {
  test.each([
    ['limits', 'limits: { pages: 5 }'],
    ['what is compared', 'compare: [{ by: text }]'],
    ['rendering', 'render: always\nscreenshots: all'],
    ['the schedule', 'schedule: every 6h'],
    ['confirmation', 'confirm: yes'],
    ['detectors', 'detectors: [{ words: [flood] }]'],
    ['messages', "notify: ['mailto:me@example.org']"],
    ['a comment', 'comment: ours'],
  ])('still goes where it went when only %s changed', (_, entry) => {
    expect(trustAfter(source, `${source}${entry}\n`).reach).toBe(true);
  });

  test.each([
    ['the path', 'name: tides\nsource: http://10.0.0.5/admin/\n'],
    ['the port', 'name: tides\nsource: http://10.0.0.5:9200/docs/\n'],
    ['the scope', `${source}crawl: { scope: [10.0.0.5] }\n`],
    ['the rules', `${source}rules: [{ deny: /admin }, { default: allow }]\n`],
    ['a step', `${source}steps: [{ open: /admin/ }]\n`],
    ['the depth', `${source}preference: { depth: 9 }\n`],
  ])('is like one of a user when %s changed', (_, after) => {
    const trust = trustAfter(source, after);
    expect(trust.reach).toBe(false);
    expect(() => refuseOperatorOnly(parseProject(after), trust, { allowedNetworks: [] })).toThrow(
      expect.objectContaining({ code: 'APP_OPERATOR_ONLY' }),
    );
    // Unless the operator has opened the network.
    refuseOperatorOnly(parseProject(after), trust, { allowedNetworks: ['10.0.0.0/8'] });
  });

  test('keeps each channel and each plug-in that stands there as before', () => {
    const before = `${source}notify: [{ to: 'command:/bin/tell', cap: 3 }]\ncompare: [{ plugin: ./prices.mjs }]\n`;
    const after = `${source}notify: [{ to: 'command:/bin/tell --loud', cap: 3 }, { to: 'command:/bin/tell', cap: 3 }]\n`;
    const trust = trustAfter(before, after);
    expect((parseProject(after).notify ?? []).map(trust.channel)).toEqual([false, true]);
    expect(['./prices.mjs', './other.mjs'].map(trust.plugIn)).toEqual([true, false]);
  });

  test('a form that has only a field called "file" is no secret', () => {
    const after = 'name: tides\nsource: https://example.org/\nforms: [{ fill: { file: report } }]\n';
    refuseOperatorOnly(parseProject(after), trustAfter(source, after), { allowedNetworks: [] });
  });
});
