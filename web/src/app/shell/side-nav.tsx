import { Link } from '@tanstack/react-router';
import { account, isAtLeast } from '../../shared/api/account.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Mark } from './mark.tsx';
import { ProjectLinks } from './project-links.tsx';
import './side-nav.css';

export function SideNav() {
  const role = useObserved(account)?.role ?? 'reader';
  return (
    <div className="side-nav">
      <Link to="/" className="side-nav-mark" aria-label="Tidemark, what changed">
        <Mark />
      </Link>
      <ul className="side-nav-list">
        <li>
          <Link to="/" className="side-nav-link" activeOptions={{ exact: true }}>
            <Icon name="home" />
            What changed
          </Link>
        </li>
        <li>
          <Link to="/new" className="side-nav-link">
            <Icon name="plus" />
            New project
          </Link>
        </li>
        <li>
          <Link to="/search" className="side-nav-link">
            <Icon name="search" />
            Search
          </Link>
        </li>
        {isAtLeast(role, 'editor') && (
          <li>
            <Link to="/calibration" className="side-nav-link">
              <Icon name="eye" />
              Calibration
            </Link>
          </li>
        )}
        <li>
          <Link to="/statistics" className="side-nav-link">
            <Icon name="chart" />
            Statistics
          </Link>
        </li>
        {role === 'administrator' && (
          <>
            <li>
              <Link to="/secrets" className="side-nav-link">
                <Icon name="key" />
                Secrets
              </Link>
            </li>
            <li>
              <Link to="/system" className="side-nav-link">
                <Icon name="system" />
                System
              </Link>
            </li>
          </>
        )}
      </ul>
      <ProjectLinks />
    </div>
  );
}
