/** The name of the job that makes a version of a transcript (`api/transcription`). It is stored in the queue. */
export const transcribeJobName = 'transcribe';
