/** A folder of the keep, as the sweep sees it. */
export type Leftover = {
  userId: string;
  sessionId: string;
  /** Null: it cannot be read. */
  beganAtMs: number | null;
  /** A tab is at work in it. */
  isHeld: boolean;
};

/** What is put away when a keep is opened: what has expired or is unreadable, and what belongs to other people. */
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
