import type { Feature } from '../feature.ts';
import { doctorCommand } from './doctor-command.ts';

export const doctor: Feature = { name: 'doctor', commands: [doctorCommand] };
