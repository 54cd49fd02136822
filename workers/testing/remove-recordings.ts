import { eventually } from '#wasm/testing/eventually.ts';
import { orNull } from '#workers/store/opfs-folder.ts';
import { openRemoteStore } from './remote-store.ts';

/** Removes all recordings of this device. A worker that has just ended may hold its files for a moment. */
export async function removeRecordings(): Promise<void> {
  const storage = await navigator.storage.getDirectory();
  await eventually(() => orNull(storage.removeEntry('recordings', { recursive: true })));
  using store = await openRemoteStore(['indexeddb']);
  for (const { record } of await store.list()) await store.remove(record.id);
}
