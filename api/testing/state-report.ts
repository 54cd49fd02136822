/** Returns the report by which a phone tells the state (`stage`) of its recording. */
export const stateReport = (sessionId: string, stage = 'recording') => ({
  kind: 'state',
  stage,
  session_id: sessionId,
  at: 1,
  problem: null,
  warnings: [],
});
