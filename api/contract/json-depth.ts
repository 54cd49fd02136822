/** Largest nesting depth, levels, of JSON that is stored as it was sent. Code that writes or reads deeper JSON would exhaust its call stack. */
export const maxJsonDepth = 32;

/** Returns whether a JSON value has at most `maxJsonDepth` levels. */
export function isShallow(json: unknown): boolean {
  let level = [json];
  for (let depth = 0; depth <= maxJsonDepth; depth++) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}
