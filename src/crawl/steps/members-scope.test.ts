import { expect, test } from 'vitest';
import { candidateFor, type Scope } from '../../project/index.ts';
import { membersScope } from '../run/step-starts.ts';

const accepts = () => ({ verdict: 'accept', rule: null, reason: '' }) as const;
const open: Scope = { judge: accepts, preview: accepts };
const scope = membersScope(open, (url) => url.endsWith('/bye'));
const judged = (path: string) => {
  const found = { depth: 1, kind: 'page', referrerHost: 'a.test', nofollow: false } as const;
  const candidate = candidateFor(`https://a.test${path}`, found);
  return candidate === null ? null : scope.judge(candidate).rule;
};

test.each([
  ['/logout', 'log-out'],
  ['/bye', 'never follow'],
  ['/feed?key=[secret]', 'holds a secret'],
  ['/feed/%5Bsecret%5D/x', 'holds a secret'],
  ['/secret', null],
])('%s', (path, rule) => {
  expect(judged(path)).toBe(rule);
});
