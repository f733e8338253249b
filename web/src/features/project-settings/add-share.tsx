import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import '../../shared/ui/fields-in-row.css';
import { type Access, accesses } from './accesses.ts';

/** Lets one more user in, by name. */
export function AddShare({
  onAdd,
}: {
  readonly onAdd: (share: { readonly user: string; readonly access: Access }) => Promise<unknown>;
}) {
  const [user, setUser] = useState('');
  const [access, setAccess] = useState<Access>('read');
  const isReady = user.trim() !== '';
  const add = () =>
    void onAdd({ user: user.trim(), access }).then(
      () => setUser(''),
      // Who failed to be found is said elsewhere; the name stays, to be mended.
      () => undefined,
    );
  return (
    <form
      className="card padded fields-in-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add();
      }}
    >
      <TextField label="Name of a user" value={user} onChange={setUser} />
      <Select<Access> label="May" options={accesses} value={access} onChange={setAccess} />
      <Button type="submit" look="main" isDisabled={!isReady}>
        Share
      </Button>
    </form>
  );
}
