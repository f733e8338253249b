import { advertPlaces } from './advert-places.ts';
import { drawnPlaces } from './drawn-places.ts';
import { numberPlaces } from './number-places.ts';
import type { Place } from './place.ts';
import { timePlaces } from './time-places.ts';
import { visitorPlaces } from './visitor-places.ts';

/** Everything that changes by itself. */
export const noisyPlaces: readonly Place[] = [
  ...drawnPlaces,
  ...advertPlaces,
  ...numberPlaces,
  ...visitorPlaces,
  ...timePlaces,
];
