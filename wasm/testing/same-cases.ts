import * as fc from 'fast-check';

/**
 * The seed from which fast-check derives the cases of property-based tests. It is fixed, so that `npm test` tries the same cases in
 * each run and its result is repeatable. `PROPERTY_SEED` sets another seed, or `random` a new one for each run (`npm run
 * test:long -- properties`).
 */
const seed = process.env['PROPERTY_SEED'] ?? '1';
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
