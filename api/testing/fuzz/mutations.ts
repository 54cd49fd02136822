import * as fc from 'fast-check';
import { isList, isRecord, type Json } from './json-text.ts';
import { nastyJson, nastyKey, nastyText } from './nasty.ts';

/** A change of one part of a value. `at` modulo the number of parts chooses which. */
export type Mutation = { at: number } & (
  | { how: 'replace'; by: Json }
  /** Replaces a text by a text and a number by a number, so that the schema accepts the value more often. */
  | { how: 'resemble'; text: string; number: number }
  | { how: 'remove' }
  | { how: 'add'; key: string; by: Json }
  | { how: 'wrap' }
  | { how: 'repeat'; times: number }
);

const at = fc.nat({ max: 10_000 });
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ at, how: fc.constant('replace' as const), by: nastyJson }) },
  {
    weight: 8,
    arbitrary: fc.record({
      at,
      how: fc.constant('resemble' as const),
      text: nastyText,
      number: fc.oneof(
        fc.constantFrom(0, -0, 1, -1, 0.1, 1e-320, 1e21, 2 ** 31, 2 ** 53, 1e300),
        fc.nat({ max: 100 }),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ at, how: fc.constant('remove' as const) }) },
  { weight: 2, arbitrary: fc.record({ at, how: fc.constant('add' as const), key: nastyKey, by: nastyJson }) },
  { weight: 1, arbitrary: fc.record({ at, how: fc.constant('wrap' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ at, how: fc.constant('repeat' as const), times: fc.constantFrom(2, 60, 3_000) }),
  },
);

/** Largest number of parts after a repetition. Repetitions of repetitions would fill the memory. */
const mostPlaces = 5_000;

type Path = readonly (string | number)[];

function placesOf(value: Json, path: Path = []): Path[] {
  if (isList(value)) return [path, ...value.flatMap((each, index) => placesOf(each, [...path, index]))];
  if (isRecord(value))
    return [path, ...Object.entries(value).flatMap(([key, each]) => placesOf(each, [...path, key]))];
  return [path];
}

/**
 * Replaces the part of a value that the path leads to by what `change` returns: none removes it. In a list several stand side by
 * side; in a field the last one stays. Returns the new value, or several or none if the path is empty.
 */
function changed(value: Json, [step, ...rest]: Path, change: (there: Json) => Json[]): Json[] {
  if (step === undefined) return change(value);
  if (isList(value))
    return [value.flatMap((each, index) => (index === step ? changed(each, rest, change) : [each]))];
  if (!isRecord(value)) return [value];
  const fields = Object.entries(value).flatMap(([key, each]) =>
    key === step
      ? changed(each, rest, change)
          .slice(-1)
          .map((made): [string, Json] => [key, made])
      : [[key, each] as [string, Json]],
  );
  return [Object.fromEntries(fields)];
}

function mutate(value: Json, mutation: Mutation): Json {
  const places = placesOf(value);
  const place = places[mutation.at % places.length] ?? [];
  const made = changed(value, place, (there) => {
    switch (mutation.how) {
      case 'replace':
        return [mutation.by];
      case 'resemble':
        return [
          typeof there === 'string' ? mutation.text : typeof there === 'number' ? mutation.number : there,
        ];
      case 'remove':
        return [];
      case 'wrap':
        return [[there]];
      case 'repeat':
        return Array.from(
          { length: Math.min(mutation.times, Math.ceil(mostPlaces / places.length)) },
          () => there,
        );
      case 'add':
        if (isList(there)) return [[...there, mutation.by]];
        return isRecord(there)
          ? [Object.fromEntries([...Object.entries(there), [mutation.key, mutation.by]])]
          : [there];
    }
  });
  return made.length === 1 ? made[0]! : made;
}

export const mutated = (value: Json, mutations: readonly Mutation[]): Json => mutations.reduce(mutate, value);
