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
  scope: { userId: string; formerId?: string; sessionId: string },
  { nowMs, expiryMs }: { nowMs: number; expiryMs: number },
): Leftover[] {
  const isMine = ({ userId }: Leftover) => userId === scope.userId || userId === scope.formerId;
  const isOwn = (one: Leftover) => isMine(one) && one.sessionId === scope.sessionId;
  const isOver = (one: Leftover) =>
    !isMine(one) || one.beganAtMs === null || nowMs - one.beganAtMs >= expiryMs;
  return leftovers.filter((one) => isOver(one) && (isOwn(one) || !one.isHeld));
}
