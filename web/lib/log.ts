/** Logs to the browser's console only. Never log a token, a transcript or an e-mail address. */
type Fields = Record<string, unknown>;

export const log = {
  info(event: string, fields: Fields = {}): void {
    console.info(event, fields);
  },
  warn(event: string, fields: Fields = {}): void {
    console.warn(event, fields);
  },
  error(event: string, error: unknown, fields: Fields = {}): void {
    console.error(event, fields, error);
  },
};
