/** A folder of the keep, as the sweep sees it. */
export type Leftover = { userId: string; sessionId: string; beganAtMs: number | null; bytes: number };

/**
 * What is put away when a keep is opened: what has expired or is unreadable, what belongs to other people, and of this
 * person's the oldest ones until the rest fits. The scope that is opened goes only when it has expired.
 */
export function sweepable(
  leftovers: readonly Leftover[],
  scope: { userId: string; sessionId: string },
  options: { nowMs: number; expiryMs: number; maxBytes: number },
): Leftover[] {
  const { nowMs, expiryMs, maxBytes } = options;
  const isOwn = (one: Leftover) => one.userId === scope.userId && one.sessionId === scope.sessionId;
  const isOver = ({ userId, beganAtMs }: Leftover) =>
    userId !== scope.userId || beganAtMs === null || nowMs - beganAtMs >= expiryMs;
  const swept = leftovers.filter(isOver);
  const rest = leftovers.filter((one) => !isOver(one));
  let bytes = rest.reduce((sum, one) => sum + one.bytes, 0);
  for (const one of rest.toSorted((a, b) => a.beganAtMs! - b.beganAtMs!)) {
    if (bytes <= maxBytes) break;
    if (isOwn(one)) continue;
    swept.push(one);
    bytes -= one.bytes;
  }
  return swept;
}
