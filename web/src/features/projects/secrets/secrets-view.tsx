import { account, isAtLeast } from '../../../shared/api/account.ts';
import { api } from '../../../shared/api/api.ts';
import { useObserved } from '../../../shared/api/observed-value.ts';
import { SecretTable } from '../../../shared/secrets/secret-table.tsx';
import { EmptyNote } from '../../../shared/ui/notes.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';

const place = {
  queryKey: ['secrets'],
  list: () => api.listSecrets({ limit: 500 }),
  keep: (secret: string, value: string) => api.keepSecret({ secret, body: { value } }),
  remove: (secret: string) => api.removeSecret({ secret }),
};

/** The secrets of the server, for those who administer it. */
export function SecretsView() {
  const role = useObserved(account)?.role ?? 'reader';
  return (
    <>
      <PageHeader
        title="Secrets"
        tabTitle="Secrets"
        below={
          <>
            For projects whose files lie on the server, as in <code>{'{ secret: password }'}</code>. They are
            encrypted, and are never shown.
          </>
        }
      />
      {isAtLeast(role, 'administrator') ? (
        <SecretTable place={place} />
      ) : (
        <div className="card">
          <EmptyNote icon="system" title="Only administrators see this">
            <p>The secrets of a project are in its settings.</p>
          </EmptyNote>
        </div>
      )}
    </>
  );
}
