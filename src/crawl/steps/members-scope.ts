import { endsTheSession } from '../../access/index.ts';
import type { Scope, ScopeRule } from '../../project/index.ts';

/** The scope of a crawl that is logged in: links that would end the session are never followed. */
export function membersScope(scope: Scope, isNeverFollowed: (url: string) => boolean): Scope {
  const rules: readonly ScopeRule[] = [endsTheSession, neverFollow(isNeverFollowed)];
  return {
    judge: (candidate) => {
      const rule = rules.find((each) => each.decide(candidate) === 'reject');
      if (rule === undefined) return scope.judge(candidate);
      return { verdict: 'reject', rule: rule.name, reason: rule.reason(candidate) };
    },
  };
}

const neverFollow = (isNeverFollowed: (url: string) => boolean): ScopeRule => ({
  name: 'never follow',
  decide: ({ url, kind }) => (kind !== 'seed' && isNeverFollowed(url) ? 'reject' : 'none'),
  reason: () => 'the project says never to follow it',
});
