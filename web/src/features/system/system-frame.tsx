import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { account, isAtLeast } from '../../shared/api/account.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { EmptyNote } from '../../shared/ui/notes.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import '../../shared/ui/tabs.css';

/** The views of the server itself, for its administrators. */
export function SystemFrame({
  tabTitle,
  children,
}: {
  readonly tabTitle: string;
  readonly children: ReactNode;
}) {
  const role = useObserved(account)?.role ?? 'reader';
  const isAdministrator = isAtLeast(role, 'administrator');
  return (
    <>
      <PageHeader title="System" tabTitle={`${tabTitle}: System`} />
      {isAdministrator ? (
        <>
          <nav className="tabs" aria-label="Views of the system">
            <Link to="/system" activeOptions={{ exact: true }}>
              Machine
            </Link>
            <Link to="/system/storage">Storage</Link>
            <Link to="/system/workers">Workers</Link>
            <Link to="/system/users">Users</Link>
            <Link to="/system/audit">Audit log</Link>
          </nav>
          {children}
        </>
      ) : (
        <div className="card">
          <EmptyNote icon="system" title="Only administrators see this">
            <p>
              Ask an administrator about the state of this server and about your rights. Your own tokens are
              under <Link to="/account">Tokens and password</Link>.
            </p>
          </EmptyNote>
        </div>
      )}
    </>
  );
}
