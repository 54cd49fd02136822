import { useEffect } from 'react';
import { log } from '#web/lib/log.ts';
import { takeIncoming } from '#web/parts/incoming/incoming-files.ts';
import type { Upload } from './upload.state.ts';

/** Chooses the file that another app has shared for this session, as if the person had chosen it here. */
export function useIncoming(upload: Upload | null, personId: string, sessionId: string): void {
  useEffect(() => {
    if (!upload || upload.state.stage !== 'choose') return;
    const take = async () => {
      const files = await takeIncoming(personId, sessionId);
      if (files.length > 0 && upload.state.stage === 'choose') await upload.choose(files);
    };
    take().catch((error: unknown) =>
      log.warn('upload: the shared file cannot be read', { error: String(error) }),
    );
  }, [upload, personId, sessionId]);
}
