import type { Feature } from '../feature.ts';
import { backupCommand, migrateCommand, restoreCommand } from './commands/backup-commands.ts';

export const backup: Feature = { name: 'backup', commands: [backupCommand, restoreCommand, migrateCommand] };
