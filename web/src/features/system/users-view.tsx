import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import { ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import '../../shared/ui/rows.css';
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
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Logs in with</th>
            <th scope="col" className="narrow">
              Since
            </th>
            <th scope="col" className="narrow">
              <span className="visually-hidden">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((user) => (
            <UserRow key={user.name} user={user} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
