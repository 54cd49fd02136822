/** A folder of the keep, as the sweep sees it. */
export type Leftover = {
  userId: string;
  sessionId: string;
  /** Null if it cannot be read. */
  beganAtMs: number | null;
  /** True if an open tab holds it. */
  isHeld: boolean;
};

/** Returns the folders to delete when a keep is opened: expired or unreadable ones, and those of other people. */
export function sweepable(
  leftovers: readonly Leftover[],
  scope: { userId: string; sessionId: string },
  { nowMs, expiryMs }: { nowMs: number; expiryMs: number },
): Leftover[] {
  const isOwn = (one: Leftover) => one.userId === scope.userId && one.sessionId === scope.sessionId;
  const isOver = ({ userId, beganAtMs }: Leftover) =>
    userId !== scope.userId || beganAtMs === null || nowMs - beganAtMs >= expiryMs;
  return leftovers.filter((one) => isOver(one) && (isOwn(one) || !one.isHeld));
}
