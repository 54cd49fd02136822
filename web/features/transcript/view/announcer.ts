import type { TFunction } from 'i18next';

/** Speaks to screen readers in the language of the page. */
export type Announcer = { say(text: string): void; t: TFunction };
