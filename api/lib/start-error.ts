/** Something outside of the server keeps it from starting. The message is one line for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A setting holds something else than it must. The message is the one line that stops the start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
