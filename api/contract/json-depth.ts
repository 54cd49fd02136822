/** Deepest nesting of JSON that is stored as it was sent. Deeper JSON would exhaust the stack of those who write or read it. */
export const maxJsonDepth = 32;

/** True if the JSON has `maxJsonDepth` levels at most. */
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
