import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import './add-user.css';
import { OneTimeLink } from './one-time-link.tsx';
import { type Role, roles } from './roles.ts';
import { usersKey } from './user-row.tsx';

/** A new user, who gets a link to choose a password with. */
export function AddUser() {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('reader');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const user = await api.addUser({ body: { name: name.trim(), role } });
      return { name: user.name, ...(await api.makeLink({ user: user.name })) };
    },
    onSuccess: () => setName(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersKey }),
  });
  return (
    <form
      className="card padded stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') mutate();
      }}
    >
      <div className="user-fields">
        <TextField label="Name" value={name} onChange={setName} autoComplete="off" />
        <Select label="Role" options={roles} value={role} onChange={setRole} />
        <Button type="submit" look="main" isPending={isPending} isDisabled={name.trim() === ''}>
          Add a user
        </Button>
      </div>
      {error !== null && <ProblemNote error={error} />}
      <div role="status">{data !== undefined && <OneTimeLink name={data.name} link={data.link} />}</div>
    </form>
  );
}
