/**
 * The first recording of each kind of file in each folder. A run of the long tests (`npm run test:long`) takes them all.
 */
export function oneOfEach(
  names: readonly string[],
  isLong: boolean = Boolean(process.env['TEST_LONG']),
): string[] {
  const kindOf = (name: string) =>
    `${name.slice(0, name.lastIndexOf('/') + 1)}*.${name.slice(name.lastIndexOf('.') + 1)}`;
  const firstOf = new Map(names.toReversed().map((name) => [kindOf(name), name]));
  return names.filter((name) => isLong || firstOf.get(kindOf(name)) === name);
}
