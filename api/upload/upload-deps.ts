import type { Clock } from '#api/lib/clock.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import type { AdoptionStore } from './adoption.store.ts';
import type { QuotaStore } from './quota.store.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadStore } from './upload.store.ts';

export type UploadDeps = {
  storage: AudioStore;
  uploads: UploadStore;
  /** One for the whole server: completing a recording waits for its writers. */
  uploadLocks: UploadLocks;
  adoptions: AdoptionStore;
  quota: QuotaStore;
  sessions: SessionStore;
  clock: Clock;
  /** `stage` allows larger files. */
  environment: string;
};
