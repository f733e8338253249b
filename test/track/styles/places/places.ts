import { advertPlaces } from './advert-places.ts';
import { drawnPlaces } from './drawn-places.ts';
import { numberPlaces } from './number-places.ts';
import type { StyledPlace } from './place.ts';
import { timePlaces } from './time-places.ts';
import { visitorPlaces } from './visitor-places.ts';

/** Everything that changes by itself. */
export const noisyPlaces: readonly StyledPlace[] = [
  ...drawnPlaces,
  ...advertPlaces,
  ...numberPlaces,
  ...visitorPlaces,
  ...timePlaces,
];
