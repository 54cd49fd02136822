/**
 * Engines of drafts, which the device writes: `preview` is a model in the page, `dictation` the recognition of the
 * browser. The names stand in stored transcripts.
 */
export const draftEngines = ['preview', 'dictation'] as const;
export type DraftEngine = (typeof draftEngines)[number];

export const isDraftEngine = (engine: string): engine is DraftEngine =>
  (draftEngines as readonly string[]).includes(engine);
