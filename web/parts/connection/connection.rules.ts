import type { ConnectionState } from '#workers/send/connection.contract.ts';

/** The server is not reached: what is on this device should be offered as a file. */
export const isCutOff = ({ status }: ConnectionState): boolean => status !== 'ok' && status !== 'unstable';
