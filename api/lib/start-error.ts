/** A cause outside of the server prevents its start. The message is one line for the person who starts the server. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A setting is invalid. The message is one line, which is printed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
