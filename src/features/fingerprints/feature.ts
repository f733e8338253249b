import type { Feature } from '../feature.ts';
import { fingerprintCommand } from './fingerprint-command.ts';

export const fingerprints: Feature = { name: 'fingerprints', commands: [fingerprintCommand] };
