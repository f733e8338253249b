/**
 * The size of a proof: the short one in every run of the tests, the long one with TIDEMARK_LONG_TESTS=1, as `npm run test:long` sets it. A short one has
 * every kind of thing that the long one has, only fewer of each.
 */
export const shortOrLong = <T>(short: T, long: T): T =>
  process.env['TIDEMARK_LONG_TESTS'] === '1' ? long : short;
