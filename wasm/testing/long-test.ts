/**
 * True in the long parts (`npm run test:long`). A test that repeats the claim of another one with other input, or takes long,
 * is `it.runIf(isLong)`.
 */
export const isLong = Boolean(process.env['TEST_LONG']);

/** Returns the first of `cases`; a long part gets all of them. */
export const firstOrAll = <T>(cases: readonly T[]): readonly T[] => (isLong ? cases : cases.slice(0, 1));
