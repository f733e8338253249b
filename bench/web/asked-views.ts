import { bigProject } from '../serve/seed.ts';

const big = `/projects/${bigProject}`;

/** Every view. */
export const askedViews: Readonly<Record<string, string>> = {
  'what changed': '/',
  search: '/search?q=harbour+word77',
  'search for a word of all pages': '/search?q=moon',
  statistics: '/statistics',
  runs: big,
  report: `${big}/runs/10`,
  'report of changes': `${big}/runs/10?flag=UPD`,
  pages: `${big}/pages`,
  page: `${big}/pages/PAGE`,
  states: `${big}/states`,
  detectors: `${big}/detectors`,
  messages: `${big}/messages`,
  settings: `${big}/file`,
  calibration: '/calibration',
  secrets: '/secrets',
  account: '/account',
  system: '/system',
  storage: '/system/storage',
  users: '/system/users',
  'audit log': '/system/audit',
};
