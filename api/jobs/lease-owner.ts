import { hostname } from 'node:os';
import { newId } from '#api/lib/id.ts';

/** Returns a new name for an owner of leases: host name, process id and a random id. */
export const newLeaseOwner = (): string => `${hostname()}|${process.pid}|${newId()}`;

/**
 * Returns true only if the owner is certainly gone: a process of this host that does not exist, or a former process with our
 * process id (in a container each start has the same one). The jobs of another owner are requeued when its lease expires.
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
