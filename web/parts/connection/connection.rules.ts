import type { ConnectionState } from '#workers/send/connection.contract.ts';

/** True if the server is unreachable: the page then offers local audio as a file. */
export const isCutOff = ({ status }: ConnectionState): boolean => status !== 'ok' && status !== 'unstable';
