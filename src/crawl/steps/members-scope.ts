import { endsTheSession } from '../../access/index.ts';
import type { Scope, ScopeRule } from '../../project/index.ts';

/** The scope of a crawl that is logged in: it never follows links that would end the session. */
export function membersScope(scope: Scope, isNeverFollowed: (url: string) => boolean): Scope {
  const rules: readonly ScopeRule[] = [endsTheSession, holdsSecret, neverFollow(isNeverFollowed)];
  const unlessRejected =
    (judge: Scope['judge']): Scope['judge'] =>
    (candidate) => {
      const rule = rules.find((each) => each.decide(candidate) === 'reject');
      if (rule === undefined) return judge(candidate);
      return { verdict: 'reject', rule: rule.name, reason: rule.reason(candidate) };
    };
  return { judge: unlessRejected(scope.judge), preview: unlessRejected(scope.preview) };
}

/** Secrets are removed from pages before they are read, and so from links that contain one. */
const holdsSecret: ScopeRule = {
  name: 'holds a secret',
  decide: ({ url }) => (/\[secret\]|%5Bsecret%5D/i.test(url) ? 'reject' : 'none'),
  reason: () => 'its address contains a secret of the project, and addresses are stored',
};

const neverFollow = (isNeverFollowed: (url: string) => boolean): ScopeRule => ({
  name: 'never follow',
  decide: ({ url, kind }) => (kind !== 'seed' && isNeverFollowed(url) ? 'reject' : 'none'),
  reason: () => 'the project says never to follow it',
});
