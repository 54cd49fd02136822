// This file has no schemas. So the first screen does not load zod for it.

/** Prefix of the tokens of phones without a sign-in. By it page and server tell them from the tokens of identity providers. */
export const phoneTokenStart = 'wlphone_';
