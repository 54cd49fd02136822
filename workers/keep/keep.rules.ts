/** Facts about the folder with the stored work of one session. They are read when a keep is opened. */
export type Leftover = {
  userId: string;
  sessionId: string;
  /** When the work began, ms since the epoch; null if that cannot be read. */
  beganAtMs: number | null;
  /** True if an open tab has the Web Lock of the session's keep. */
  isHeld: boolean;
};

/**
 * Returns the folders to delete: those of other people, and those that are expired or unreadable. A folder that another tab
 * has locked is not deleted.
 */
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
