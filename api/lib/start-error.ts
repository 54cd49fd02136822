/** Something outside keeps the server from starting; the message is one line for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
