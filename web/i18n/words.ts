import type { de } from './de/index.ts';

type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

/** German is the reference: every other language has exactly its keys. */
export type Words = Same<typeof de>;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Words };
  }
}
