import { bigProject } from '../serve/seed.ts';

const big = `/projects/${bigProject}`;

/** Every view, with words that show that it is complete. */
export const askedViews: Readonly<Record<string, readonly [path: string, words: string]>> = {
  'what changed': ['/', 'What changed'],
  search: ['/search?q=harbour+word77', 'Tide'],
  'search for a word of all pages': ['/search?q=moon', 'Tide'],
  statistics: ['/statistics', 'How crawls went'],
  runs: [big, 'Run 10'],
  report: [`${big}/runs/10`, 'section-'],
  'report of changes': [`${big}/runs/10?flag=UPD`, 'section-'],
  pages: [`${big}/pages`, 'section-'],
  page: [`${big}/pages/PAGE`, 'Run'],
  states: [`${big}/states`, 'Nothing was explored yet'],
  detectors: [`${big}/detectors`, 'boats'],
  messages: [`${big}/messages`, 'Waiting to be sent'],
  settings: [`${big}/file`, 'Project file'],
  system: ['/system', 'Memory'],
  storage: ['/system/storage', bigProject],
  users: ['/system/users', 'administrator'],
  'audit log': ['/system/audit', 'operator'],
};
