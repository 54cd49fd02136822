import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { FollowUps } from '#api/processing/follow-ups.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import type { AdoptionStore } from '#api/upload/adoption.store.ts';
import type { UploadLocks } from '#api/upload/upload-locks.ts';
import type { UploadStore } from '#api/upload/upload.store.ts';
import type { AudioExaminer } from './audio-examiner.ts';

export type RecordingDeps = {
  db: Db;
  clock: Clock;
  sessions: SessionStore;
  uploads: UploadStore;
  uploadLocks: UploadLocks;
  adoptions: AdoptionStore;
  storage: AudioStore;
  queue: Queue;
  followUps: Pick<FollowUps, 'afterAudio'>;
  audioExaminer: AudioExaminer;
  /**
   * Called when a session has its audio. `isAdopted`: its recording was completed without the device that recorded it
   * (`adopt-upload.ts`). It never throws.
   */
  recorded(sessionId: string, how?: { isAdopted?: boolean }): Promise<void>;
};
