import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router';
import { HomeView } from '../features/reports/home/home-view.tsx';
import type { FlagName } from '../shared/ui/flag.tsx';
import { EmptyNote } from '../shared/ui/notes.tsx';
import { PageHeader } from '../shared/ui/page-header.tsx';
import { Root } from './root.tsx';
import { ViewFailed } from './view-failed.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: LostView });

// Part of the first load, because most users begin here.
const home = createRoute({ getParentRoute: () => root, path: '/', component: HomeView });

const newProject = createRoute({
  getParentRoute: () => root,
  path: '/new',
  validateSearch: (search) => ({ ...textIn(search, 'url'), ...textIn(search, 'with') }),
  component: lazyRouteComponent(
    () => import('../features/projects/new-project/new-project-view.tsx'),
    'NewProjectView',
  ),
});

const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project',
  component: lazyRouteComponent(() => import('../features/reports/project/project-view.tsx'), 'ProjectView'),
});

const run = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project/runs/$run',
  validateSearch: (search) => ({ ...flagIn(search) }),
  component: lazyRouteComponent(() => import('../features/reports/run/run-view.tsx'), 'RunView'),
});

const page = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project/pages/$file',
  validateSearch: (search) => ({
    ...numberIn(search, 'from'),
    ...numberIn(search, 'to'),
    ...textIn(search, 'view'),
  }),
  component: lazyRouteComponent(() => import('../features/reports/page/page-view.tsx'), 'PageView'),
});

const pages = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project/pages',
  component: lazyRouteComponent(
    () => import('../features/reports/project-pages/project-pages-view.tsx'),
    'ProjectPagesView',
  ),
});

const states = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project/states',
  validateSearch: (search) => ({
    ...numberIn(search, 'exploration'),
    ...countIn(search, 'state'),
    ...amountIn(search, 'threshold'),
  }),
  component: lazyRouteComponent(() => import('../features/states/states-view.tsx'), 'StatesView'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project/file',
  validateSearch: (search) => ({ ...textIn(search, 'part') }),
  component: lazyRouteComponent(
    () => import('../features/projects/settings/project-settings-view.tsx'),
    'ProjectSettingsView',
  ),
});

const detectors = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project/detectors',
  component: lazyRouteComponent(() => import('../features/detectors/detectors-view.tsx'), 'DetectorsView'),
});

const messages = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project/messages',
  component: lazyRouteComponent(() => import('../features/notifications/messages-view.tsx'), 'MessagesView'),
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: (given) => ({ ...textIn(given, 'q'), ...textIn(given, 'history') }),
  component: lazyRouteComponent(() => import('../features/search/search-view.tsx'), 'SearchView'),
});

const statistics = createRoute({
  getParentRoute: () => root,
  path: '/statistics',
  validateSearch: (given) => ({
    ...textIn(given, 'project'),
    ...textIn(given, 'days'),
    ...textIn(given, 'by'),
  }),
  component: lazyRouteComponent(() => import('../features/statistics/statistics-view.tsx'), 'StatisticsView'),
});

const secrets = createRoute({
  getParentRoute: () => root,
  path: '/secrets',
  component: lazyRouteComponent(() => import('../features/projects/secrets/secrets-view.tsx'), 'SecretsView'),
});

const machine = createRoute({
  getParentRoute: () => root,
  path: '/system',
  component: lazyRouteComponent(() => import('../features/system/machine-view.tsx'), 'MachineView'),
});

const storage = createRoute({
  getParentRoute: () => root,
  path: '/system/storage',
  component: lazyRouteComponent(() => import('../features/system/storage-view.tsx'), 'StorageView'),
});

const workers = createRoute({
  getParentRoute: () => root,
  path: '/system/workers',
  component: lazyRouteComponent(() => import('../features/system/workers-view.tsx'), 'WorkersView'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/system/users',
  component: lazyRouteComponent(() => import('../features/system/users-view.tsx'), 'UsersView'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/system/audit',
  component: lazyRouteComponent(() => import('../features/system/audit-view.tsx'), 'AuditView'),
});

const calibrationSets = createRoute({
  getParentRoute: () => root,
  path: '/calibration',
  component: lazyRouteComponent(() => import('../features/calibration/sets-view.tsx'), 'CalibrationSetsView'),
});

const calibration = createRoute({
  getParentRoute: () => root,
  path: '/calibration/$set',
  component: lazyRouteComponent(() => import('../features/calibration/figures-view.tsx'), 'CalibrationView'),
});

const judging = createRoute({
  getParentRoute: () => root,
  path: '/calibration/$set/judge',
  component: lazyRouteComponent(() => import('../features/calibration/judge-view.tsx'), 'JudgeView'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/people/account-view.tsx'), 'AccountView'),
});

const routeTree = root.addChildren([
  home,
  newProject,
  project,
  pages,
  detectors,
  messages,
  states,
  settings,
  run,
  page,
  search,
  statistics,
  secrets,
  machine,
  storage,
  workers,
  users,
  audit,
  calibrationSets,
  calibration,
  judging,
  account,
]);

/** Every view has an address. Its script is fetched when the view is first opened, or when the pointer rests on a link to it. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // Scrolling past a link loads nothing: parsing a script would delay a frame.
  defaultPreloadDelay: 150,
  defaultErrorComponent: ViewFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function LostView() {
  return (
    <>
      <PageHeader title="There is no such page" tabTitle="No such page" />
      <EmptyNote icon="page" title="Nothing is at this address">
        <p>It may have been removed, or the address was not copied whole.</p>
        <Link to="/" className="button">
          What changed
        </Link>
      </EmptyNote>
    </>
  );
}

type Search = Readonly<Record<string, unknown>>;

/** Users type and paste addresses, so invalid parameters are ignored. */
function textIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: string } {
  const value = search[name];
  const text = typeof value === 'number' ? String(value) : value;
  return (typeof text === 'string' && text !== '' ? { [name]: text } : {}) as { [_ in K]?: string };
}

function numberIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: number } {
  const value = Number(search[name]);
  return (Number.isInteger(value) && value > 0 ? { [name]: value } : {}) as { [_ in K]?: number };
}

/** A whole number that may be 0. */
function countIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: number } {
  return search[name] === 0 || search[name] === '0'
    ? ({ [name]: 0 } as { [_ in K]?: number })
    : numberIn(search, name);
}

/** Any number that is not negative. */
function amountIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: number } {
  const value = Number(search[name]);
  return (search[name] !== undefined && Number.isFinite(value) && value >= 0 ? { [name]: value } : {}) as {
    [_ in K]?: number;
  };
}

const flags: readonly string[] = ['NEW', 'SAM', 'UPD', 'MIS', 'ERR'] satisfies readonly FlagName[];

function flagIn({ flag }: Search): { readonly flag?: FlagName } {
  return typeof flag === 'string' && flags.includes(flag) ? { flag: flag as FlagName } : {};
}
