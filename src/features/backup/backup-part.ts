import type { StorePart } from '../../database/store-part.ts';
import { takeBackup } from './take-backup.ts';

export const backupPart: StorePart = {
  name: 'backup',
  version: 1,
  tables: [],
  assemble: ({ database, bodies, parts }) => ({ backup: () => takeBackup(database, bodies, parts) }),
};
