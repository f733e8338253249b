import type { Feature } from '../feature.ts';
import { demoCommand } from './commands/demo-command.ts';

export const demo: Feature = { name: 'demo', commands: [demoCommand] };
