/** A file that was chosen before there was a session, and the session that was created for it. */
let handedOver: { sessionId: string; file: File } | null = null;

/** Gives a file to the upload of a session, which chooses it when its screen opens. */
export function handOverFile(sessionId: string, file: File): void {
  handedOver = { sessionId, file };
}

/** Returns the file that was handed over for this session, once; null if there is none. */
export function takeHandedOver(sessionId: string): File | null {
  if (handedOver?.sessionId !== sessionId) return null;
  const { file } = handedOver;
  handedOver = null;
  return file;
}
