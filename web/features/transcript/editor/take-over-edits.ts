import { log } from '#web/lib/log.ts';
import type { EditStack } from './edit-stack.ts';
import type { EditOutbox } from './edit-store.ts';
import type { EditSync } from './edit-sync.ts';

type TakeOverDeps = {
  outbox: Pick<EditOutbox, 'takeOver'>;
  stack: EditStack;
  sync: EditSync;
  signal: AbortSignal;
};

/** Takes over the edits that closed tabs have left on the device. */
export async function takeOverEdits({ outbox, stack, sync, signal }: TakeOverDeps): Promise<void> {
  const left = await outbox.takeOver().catch((error: unknown) => {
    log.warn('transcript: what is kept cannot be read', { error: String(error) });
    return [];
  });
  if (left.length === 0) return;
  // This tab's edits are sent first. If the server cannot be reached, their request stays pending, and the edits that were left come after it.
  await sync.flush();
  if (signal.aborted) return;
  sync.restack(
    left.map(({ kept: { version, edits, conflicts } }) => ({
      edits,
      conflicts,
      isSameVersion: version === stack.base.version,
    })),
  );
  for (const one of left) one.accept();
}
