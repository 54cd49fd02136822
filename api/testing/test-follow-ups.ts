import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { createResultFeed } from '#api/result/result-feed.ts';
import type { WantedResult } from '#api/result/result-work.store.ts';
import { testTextEngine } from '#api/testing/engine/text-engines.ts';
import { testChoice } from '#api/testing/test-choice.ts';
import { createAsks } from '#api/processing/ask.ts';
import { createFollowUps } from '#api/processing/follow-ups.ts';
import { createProcessing } from '#api/processing/processing.ts';

const wantedResult = (label: string, fields: Partial<WantedResult> = {}): WantedResult => ({
  label,
  engine: 'extract',
  model: '',
  asked: {},
  title: '',
  sourceTab: 'transcript',
  ...fields,
});

/** Creates follow-ups with these chosen options, and with or without earlier corrections of the person. */
export const testFollowUps = (
  clock: Clock,
  { chosen = [], hasOwn = false }: { chosen?: readonly string[]; hasOwn?: boolean } = {},
) =>
  createFollowUps({
    clock,
    asks: {
      chosen: async () => chosen.map((label) => wantedResult(label)),
      own: () => wantedResult('corrections', { asked: { kinds: ['own'] } }),
    },
    corrector: { hasOwnCorrections: async () => hasOwn },
  });

/** Creates a processing without options, so that it can only transcribe. */
export function testProcessing(
  { db, clock }: { db: Db; clock: Clock },
  queue: Queue,
): ReturnType<typeof createProcessing> {
  const none = async () => [];
  const choice = { offered: none, existing: none, defaults: none, refuseOff: async () => {} };
  const { tenantOf } = testChoice(db, clock);
  const engines = { extract: testTextEngine(), llm: null };
  return createProcessing({
    db,
    clock,
    queue,
    engineName: 'test',
    feed: createResultFeed(),
    asks: createAsks({ db, choice, tenantOf, engines, hasCorrector: false }),
    followUps: testFollowUps(clock),
  });
}
