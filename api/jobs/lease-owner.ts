import { hostname } from 'node:os';
import { newId } from '#api/lib/id.ts';

/** Who holds a lease: machine, process and one run of the queue in it. */
export const newLeaseOwner = (): string => `${hostname()}|${process.pid}|${newId()}`;

/**
 * Whether the holder of a lease is certainly gone: a process of this machine that does not exist, or our own number from
 * an earlier life (in a container every start has the same). Otherwise its lease has to run out.
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
