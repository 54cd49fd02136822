import type { de } from './de/index.ts';

type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

/** Sentences of a language. German is the reference: the other languages have exactly its keys. */
export type Words = Same<typeof de>;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Words };
  }
}
