import type { SessionDetail } from '#api/contract/session.ts';
import { buildLongTranscript } from '#api/testing/build-report.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';

export const words = 25_000;
export const speakers = 8;

export const longSession = (): SessionDetail =>
  sessionFixture({
    duration: 9_000,
    status: 'completed',
    participants: speakers,
    transcript: buildLongTranscript(words, speakers),
  });
