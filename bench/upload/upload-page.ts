/** Runs in the browser: uploads the picked file with our sender or a peer. Called by `upload.ts`. */
import Uppy from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import { sendTimings } from '#web/lib/send-timings.ts';
import { sendBlob } from '#workers/send/send.client.ts';

/** Result of an upload. `sha256` is the digest that the server answered, or null. */
export type Sent = {
  ms: number;
  attempts: number;
  error: string | null;
  sha256: string | null;
  url: string | null;
};
export type SendTask = { sessionId: string; headers: Record<string, string>; giveUpAfterMs: number };

function picked(): File {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file was picked.');
  return file;
}

const fileUpload = (sessionId: string) => `/api/v1/sessions/${sessionId}/file-upload`;

type Outcome = Partial<Pick<Sent, 'error' | 'sha256' | 'url'>>;

async function timed(act: (attempt: () => void) => Promise<Outcome>): Promise<Sent> {
  let attempts = 0;
  const beganAtMs = performance.now();
  const outcome = await act(() => (attempts += 1)).catch((error: unknown) => ({ error: String(error) }));
  return {
    error: null,
    sha256: null,
    url: null,
    ...outcome,
    ms: performance.now() - beganAtMs,
    attempts,
  };
}

/** Uploads with the product's sender and timings. A reconnection counts as an attempt. */
const ours = ({ sessionId, headers, giveUpAfterMs }: SendTask): Promise<Sent> =>
  timed(async (attempt) => {
    let kept: string | null = null;
    let wasWell = false;
    const sending = sendBlob(picked(), {
      metadata: { session_id: sessionId, file_name: 'bench.mp3', file_type: 'audio/mpeg' },
      url: null,
      timings: sendTimings(),
      headers: async () => headers,
      signal: AbortSignal.timeout(giveUpAfterMs),
      onState({ connection: { status } }) {
        const isWell = status !== 'retrying' && status !== 'paused' && status !== 'offline';
        if (isWell && !wasWell) attempt();
        wasWell = isWell;
      },
      onUrl: (url) => (kept = url),
    });
    await sending.done;
    return { url: kept };
  });

/**
 * Uploads with Uppy and its XHR plugin, configured as in §7: one upload at a time, no time-out. Uppy itself retries a
 * request three times.
 */
const uppy = ({ sessionId, headers, giveUpAfterMs }: SendTask): Promise<Sent> =>
  timed(async (attempt) => {
    const uploader = new Uppy().use(XHRUpload, {
      endpoint: fileUpload(sessionId),
      fieldName: 'file',
      headers,
      limit: 1,
      timeout: 0,
      onBeforeRequest: attempt,
    });
    const file = picked();
    uploader.addFile({ name: file.name, type: 'audio/mpeg', data: file });
    const giveUp = setTimeout(() => uploader.cancelAll(), giveUpAfterMs);
    try {
      const result = await uploader.upload();
      const done = result?.successful?.[0];
      if (!done) return { error: result?.failed?.[0]?.error ?? 'given up' };
      return { sha256: (done.response?.body as { sha256?: string } | undefined)?.sha256 ?? null };
    } finally {
      clearTimeout(giveUp);
      uploader.destroy();
    }
  });

const plain = ({ sessionId, headers, giveUpAfterMs }: SendTask): Promise<Sent> =>
  timed(async (attempt) => {
    const body = new FormData();
    body.set('file', picked(), 'bench.mp3');
    attempt();
    const signal = AbortSignal.timeout(giveUpAfterMs);
    const response = await fetch(fileUpload(sessionId), { method: 'POST', body, headers, signal });
    if (!response.ok) return { error: `HTTP ${response.status}` };
    return { sha256: ((await response.json()) as { sha256: string }).sha256 };
  });

Object.assign(globalThis, { senders: { ours, uppy, plain } });
