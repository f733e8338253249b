import { Link } from '@tanstack/react-router';
import { account } from '../../shared/api/account.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { viewsFor } from '../views-for.ts';
import { Mark } from './mark.tsx';
import { ProjectList } from './project-list.tsx';
import './side-nav.css';

export function SideNav() {
  const role = useObserved(account)?.role ?? 'reader';
  return (
    <div className="side-nav">
      <Link to="/" className="side-nav-mark" aria-label="Tidemark, what changed">
        <Mark />
      </Link>
      <ul className="side-nav-list">
        {viewsFor(role).map(({ to, icon, name }) => (
          <li key={to}>
            <Link to={to} className="side-nav-link" activeOptions={{ exact: to === '/' }}>
              <Icon name={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <ProjectList />
    </div>
  );
}
