import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { aloud, narrow, Rows } from '../../shared/ui/rows.tsx';
import { AddUser } from './add-user.tsx';
import { SystemFrame } from './system-frame.tsx';
import { UserRow, usersKey } from './user-row.tsx';

/** Who may log in, and what they may do at most. */
export function UsersView() {
  return (
    <SystemFrame tabTitle="Users">
      <AddUser />
      <Users />
    </SystemFrame>
  );
}

function Users() {
  const { data, error, refetch } = useQuery({
    queryKey: usersKey,
    queryFn: () => api.listUsers({ limit: 500 }),
  });
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the users" lines={3} />;
  return (
    <div className="card">
      <Rows columns={['Name', 'Role', 'Logs in with', narrow('Since'), aloud('What to do')]}>
        {data.items.map((user) => (
          <UserRow key={user.name} user={user} />
        ))}
      </Rows>
    </div>
  );
}
