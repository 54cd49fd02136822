/** The state of the connection, as the page may use it. */
export {
  maySend,
  nextTickMs,
  reduceConnection,
  startConnection,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionTimings,
} from './connection.rules.ts';
