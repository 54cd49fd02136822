/** A cause outside of the server prevents the start. The message is one line for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A setting is invalid. The message is the one line that is printed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
