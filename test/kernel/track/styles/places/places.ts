import { advertPlaces } from './advert-places.ts';
import { numberPlaces } from './number-places.ts';
import type { StyledPlace } from './place.ts';
import { rotatingPlaces } from './rotating-places.ts';
import { timePlaces } from './time-places.ts';
import { visitorPlaces } from './visitor-places.ts';

/** Everything that changes by itself. */
export const noisyPlaces: readonly StyledPlace[] = [
  ...rotatingPlaces,
  ...advertPlaces,
  ...numberPlaces,
  ...visitorPlaces,
  ...timePlaces,
];
