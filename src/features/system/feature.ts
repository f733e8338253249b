import type { Feature } from '../feature.ts';

export const system: Feature = { name: 'system' };
