import type { Clock } from '#api/lib/clock.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Phone } from '#api/http/app-env.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import type { AdoptionStore } from './adoption.store.ts';
import type { QuotaStore } from './quota.store.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadStore } from './upload.store.ts';

export type UploadDeps = {
  storage: AudioStore;
  uploads: UploadStore;
  /** The locks of the whole server. Completing a recording waits for the requests that write to its upload. */
  uploadLocks: UploadLocks;
  adoptions: AdoptionStore;
  quota: QuotaStore;
  sessions: SessionStore;
  clock: Clock;
  /** `stage` allows larger files, where the host sets no limit. */
  environment: string;
};

/** `phoneReach`: checks whether a phone without a sign-in may use a session or an upload. Each check throws if it may not. */
export type UploadingPhones = {
  phoneReach: {
    mustHaveSession(owner: Owner, phone: Phone, sessionId: string): Promise<void>;
    mustHaveUpload(owner: Owner, phone: Phone, uploadId: string): Promise<void>;
  };
};
