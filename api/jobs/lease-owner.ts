import { hostname } from 'node:os';
import { newId } from '#api/lib/id.ts';

/** Host name, process id and a random id of this queue. */
export const newLeaseOwner = (): string => `${hostname()}|${process.pid}|${newId()}`;

/**
 * Returns true only if the owner is certainly gone: a process of this host that does not exist, or our own process id
 * from an earlier start (in a container each start has the same one). Otherwise the lease must expire.
 */
export function isOwnerGone(owner: string, self: string): boolean {
  const [host, pid] = owner.split('|');
  if (owner === self || host !== hostname()) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
