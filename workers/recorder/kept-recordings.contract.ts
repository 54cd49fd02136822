/** What this device has recorded for a person and the server does not have, whether or not a tab has it open. */
export type KeptRecordingsContract = {
  count: { input: { userIds: readonly string[] }; output: number };
  /** Counts those that phones without a sign-in have recorded in this pairing. */
  countOfPairing: { input: { pairingId: string }; output: number };
  /** Removes those of a person. Returns how many are left, because a tab has them open. */
  remove: { input: { userIds: readonly string[] }; output: number };
};
