import type { Feature } from '../feature.ts';
import { watchCommand } from './commands/watch-command.ts';

export const watching: Feature = { name: 'watching', commands: [watchCommand] };
