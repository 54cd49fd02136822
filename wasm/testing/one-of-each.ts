/** Returns the first recording of each file type in each folder; the long tests (`npm run test:long`) use all of them. */
export function oneOfEach(
  names: readonly string[],
  isLong: boolean = Boolean(process.env['TEST_LONG']),
): string[] {
  const kindOf = (name: string) =>
    `${name.slice(0, name.lastIndexOf('/') + 1)}*.${name.slice(name.lastIndexOf('.') + 1)}`;
  const firstOf = new Map(names.toReversed().map((name) => [kindOf(name), name]));
  return names.filter((name) => isLong || firstOf.get(kindOf(name)) === name);
}
