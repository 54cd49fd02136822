// This file has no schemas. So a screen that needs only these constants does not load zod.

/** Statuses of §4. `preparing` is set by the page alone, `overdue` is derived from the estimate. */
export const sessionStatuses = [
  'new',
  'preparing',
  'pending',
  'transcribing',
  'processing',
  'overdue',
  'completed',
  'error',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** Languages of a session (§3). Swiss German is offered under German, and the engine gets `de` for it. */
export const sessionLanguages = ['de', 'de-CH', 'en', 'fr', 'it'] as const;
export type SessionLanguage = (typeof sessionLanguages)[number];

/** Header with the key of a new session (`createSessionHeaderSchema`). */
export const creationKeyHeader = 'Idempotency-Key';
