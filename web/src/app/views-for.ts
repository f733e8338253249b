import { type Account, isAtLeast } from '../shared/api/account.ts';

const views = [
  { to: '/', icon: 'home', name: 'What changed', for: 'reader' },
  { to: '/new', icon: 'plus', name: 'New project', for: 'reader' },
  { to: '/search', icon: 'search', name: 'Search', for: 'reader' },
  { to: '/calibration', icon: 'eye', name: 'Calibration', for: 'editor' },
  { to: '/statistics', icon: 'chart', name: 'Statistics', for: 'reader' },
  { to: '/secrets', icon: 'key', name: 'Secrets', for: 'administrator' },
  { to: '/system', icon: 'system', name: 'System', for: 'administrator' },
] as const;

/** The views that belong to no project, as far as the role may see them. */
export const viewsFor = (role: Account['role']) => views.filter((view) => isAtLeast(role, view.for));
