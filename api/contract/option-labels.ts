// This file has no schemas. So a screen that needs only these constants does not load zod.

/** Label of the option for custom prompts. Each result of a custom prompt gets its own label: `custom_1`, … */
export const customLabel = 'custom';
/**
 * Label of proposed corrections (`suggestion.ts`). It is not an option: `post_process` and similar fields request them.
 */
export const correctionsLabel = 'corrections';
