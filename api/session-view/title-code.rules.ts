import type { CodeOf } from '#api/http/validate.ts';

const titlePaths = new Set(['title', 'session.title']);

/** Returns the error code for an invalid title of a session; undefined for other fields. */
export const titleCode: CodeOf = (path, { code, message }) => {
  if (!titlePaths.has(path)) return undefined;
  if (code === 'too_big') return 'session.title_too_long';
  const isMissing = code === 'too_small' || /received (undefined|null)$/.test(message);
  return isMissing ? 'session.title_required' : 'session.title_invalid';
};
