import type { ConnectionState } from '#workers/send/connection.contract.ts';

/** True if the server is unreachable. The page then offers the audio on this device as a file. */
export const isCutOff = ({ status }: ConnectionState): boolean => status !== 'ok' && status !== 'unstable';
