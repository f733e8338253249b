import { useMemo } from 'react';
import { account, isAtLeast } from '../../shared/api/account.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { SecretTable } from '../../shared/secrets/secret-table.tsx';

/** The secrets that only this project has. */
export function ProjectSecrets({ project }: { readonly project: string }) {
  const role = useObserved(account)?.role ?? 'reader';
  const place = useMemo(
    () => ({
      queryKey: ['project', project, 'secrets'],
      list: () => api.listProjectSecrets({ project, limit: 100 }),
      keep: (secret: string, value: string) => api.keepProjectSecret({ project, secret, body: { value } }),
      remove: (secret: string) => api.removeProjectSecret({ project, secret }),
    }),
    [project],
  );
  if (!isAtLeast(role, 'editor')) return null;
  return (
    <section className="stack tight">
      <h2>Secrets of the project</h2>
      <p className="quiet small">
        Passwords and tokens that its settings name, as in <code>{'{ secret: password }'}</code>. They are
        encrypted, and nobody can read them here.
      </p>
      <SecretTable place={place} />
    </section>
  );
}
