export {
  maySend,
  nextTickMs,
  reduceConnection,
  startConnection,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionTimings,
} from './connection.rules.ts';
