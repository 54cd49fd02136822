/** Returns a function that gives pseudorandom numbers from 0 to 1, the same in every run (Lehmer, MINSTD). */
export function seeded(seed: number) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
