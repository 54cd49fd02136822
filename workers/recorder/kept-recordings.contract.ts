/** What this device has recorded for a person and the server does not have, whether or not a tab has it open. */
export type KeptRecordingsContract = {
  count: { input: { userIds: readonly string[] }; output: number };
  /** Removes them. Returns how many are left, because a tab has them open. */
  remove: { input: { userIds: readonly string[] }; output: number };
};
