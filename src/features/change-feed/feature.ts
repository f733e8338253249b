import type { Feature } from '../feature.ts';

export const changeFeed: Feature = { name: 'change-feed' };
