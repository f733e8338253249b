import { account } from '../../shared/api/account.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { Sessions } from './sessions.tsx';

/** What people do with their own account: tokens for programs, the password, and logging out everywhere. */
export function AccountView() {
  const who = useObserved(account);
  if (who == null) return null;
  return (
    <>
      <PageHeader title={who.name} tabTitle="Account" above="Account" below={`Role: ${who.role}`} />
      <OwnTokens />
      <ChangePassword />
      <Sessions />
    </>
  );
}
