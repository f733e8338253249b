import type { Feature } from '../feature.ts';
import { robotsCommand } from './robots-command.ts';
import { urlCommand } from './url-command.ts';

export const urlTools: Feature = { name: 'url-tools', commands: [urlCommand, robotsCommand] };
