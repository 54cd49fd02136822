import { describe, expect, it } from 'vitest';
import type { OfferedOption } from '#api/contract/option.ts';
import type { SessionResult } from '#api/contract/session.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { resultFixture } from '#web/testing/result-fixture.ts';
import {
  firstChoice,
  firstNew,
  isNothing,
  overwritten,
  sourcesOf,
  toOffer,
  toRequests,
  type Choice,
} from './process-choice.rules.ts';
import { asQueued, canProcess } from './processing.rules.ts';
import { olderResults, stateKey } from './reprocess.rules.ts';

const option = (label: string, change: Partial<OfferedOption> = {}): OfferedOption => ({
  label,
  names: { de: label, en: label, fr: label, it: label },
  enabled_by_default: false,
  form: 'text',
  target: null,
  engine: 'llm',
  ...change,
});
const offered = [
  option('minutes', { enabled_by_default: true }),
  option('summary', { enabled_by_default: true }),
  option('custom', { form: 'prompt' }),
  option('translation_de', { form: 'translation', target: 'de' }),
  option('translation_fr', { form: 'translation', target: 'fr' }),
];
const withData = (data: Record<string, SessionResult>) => sessionFixture({ data });
const choice = (change: Partial<Choice> = {}): Choice => ({
  options: new Set(),
  corrections: new Set(),
  hints: '',
  prompt: '',
  source: 'transcript',
  ...change,
});

describe('what is offered', () => {
  it('is texts, translations into other languages than the spoken one, and a prompt of one’s own', () => {
    const offer = toOffer(offered, 'de-CH');
    expect(offer.texts.map(({ label }) => label)).toEqual(['minutes', 'summary']);
    expect(offer.translations.map(({ label }) => label)).toEqual(['translation_fr']);
    expect(offer.custom?.label).toBe('custom');
    expect(offer.hasModel).toBe(true);
    expect(toOffer([option('summary', { engine: 'extract' })], 'de')).toMatchObject({
      custom: null,
      hasModel: false,
    });
  });

  it('begins with what is usual and not there, or with what was asked for', () => {
    const session = withData({ summary: resultFixture() });
    expect([...firstChoice(offered, session, {}).options]).toEqual(['minutes']);
    expect([...firstChoice(offered, session, { chosen: ['summary'] }).options]).toEqual(['summary']);
    const question = firstChoice(offered, session, { source: 'result:summary' });
    expect([question.options.size, question.source]).toEqual([0, 'result:summary']);
    const without = offered.map((one) => ({ ...one, engine: null }));
    expect(firstChoice(without, withData({}), {}).options.size).toBe(0);
  });

  it('can be asked about where there is something to read', () => {
    const session = sessionFixture({
      notes: { text: '- Kredit', rev: 1 },
      data: {
        custom_1: resultFixture({ title: 'Frage' }),
        summary: resultFixture(),
        minutes: resultFixture({ state: 'failed', text: '' }),
        analysis: false,
      },
    });
    expect(sourcesOf(session)).toEqual(['transcript', 'notes', 'result:summary', 'result:custom_1']);
    expect(sourcesOf(sessionFixture())).toEqual(['transcript']);
  });
});

describe('what is sent', () => {
  it('is options and corrections with the hints, and the prompt by itself', () => {
    const all = choice({
      options: new Set(['summary', 'custom_1']),
      corrections: new Set(['post_process', 'fix_with_agent']),
      hints: ' Frau Tschudi ',
      prompt: ' Wer bezahlt? ',
      source: 'notes',
    });
    expect(toRequests(all, withData({}))).toEqual({
      made: {
        options: ['summary', 'custom_1'],
        post_process: true,
        fix_with_agent: true,
        user_process_data: 'Frau Tschudi',
      },
      asked: { options: ['custom'], user_process_data: 'Wer bezahlt?', source_tab: 'notes' },
    });
    expect(toRequests(choice({ prompt: 'Wer?' }), withData({})).made).toBeNull();
    expect(toRequests(choice({ corrections: new Set(['post_process']) }), withData({}))).toEqual({
      made: { options: [], post_process: true },
      asked: null,
    });
  });

  it('is nothing that is being made already', () => {
    const running = withData({ summary: false, minutes: resultFixture({ state: 'processing' }) });
    const both = choice({ options: new Set(['summary', 'minutes']) });
    expect(toRequests(both, running)).toEqual({ made: null, asked: null });
  });

  it('asks before what is there is made anew', () => {
    const session = withData({ summary: resultFixture(), minutes: resultFixture({ state: 'failed' }) });
    const both = choice({ options: new Set(['minutes', 'summary', 'analysis']) });
    expect(overwritten(both, session)).toEqual(['summary']);
    expect(isNothing(choice())).toBe(true);
    expect(isNothing(choice({ prompt: 'x' }))).toBe(false);
  });

  it('is shown as pending at once, and the status with it', () => {
    const done = sessionFixture({ status: 'completed', data: { summary: resultFixture() } });
    const asked = { options: ['summary', 'custom'], post_process: true };
    expect(asQueued(done, asked)).toMatchObject({
      status: 'processing',
      data: { summary: false, corrections: false },
    });
    expect(Object.keys(asQueued(done, asked).data)).not.toContain('custom');
    const transcribing = { ...done, status: 'transcribing' as const };
    expect(asQueued(transcribing, asked).status).toBe('transcribing');
    expect(asQueued(done, { regenerate_transcript: true, options: ['summary'] })).toMatchObject({
      status: 'pending',
      data: { summary: false },
    });
  });

  it('opens the first tab that is new or made anew', () => {
    const before = withData({ summary: resultFixture(), minutes: false });
    expect(firstNew(before, withData({ ...before.data, custom_1: false }))).toBe('custom_1');
    expect(firstNew(before, withData({ summary: false, minutes: false, analysis: false }))).toBe('summary');
    const again = withData({ summary: resultFixture({ version: 2 }), minutes: false });
    expect(firstNew(before, again)).toBe('summary');
    expect(firstNew(before, before)).toBeNull();
  });

  it('needs a whole transcript', () => {
    expect(canProcess({ transcript: null, status: 'transcribing' })).toBe(false);
    expect(canProcess({ transcript: transcriptFixture(1, { partial: true }), status: 'error' })).toBe(false);
    expect(canProcess({ transcript: transcriptFixture(1), status: 'completed' })).toBe(true);
  });
});

describe('after a change', () => {
  it('results that are there and older are asked about, corrections are not', () => {
    const stale = resultFixture({ stale: true });
    const session = withData({
      minutes: stale,
      corrections: stale,
      analysis: false,
      summary: stale,
      custom_1: resultFixture(),
      fact_check: resultFixture({ stale: true, state: 'failed' }),
    });
    expect(olderResults(session)).toEqual(['summary', 'minutes']);
  });

  it('each state is a question of its own', () => {
    const session = sessionFixture({ transcript: transcriptFixture(1, { version: 2 }), edits: 3 });
    expect(stateKey(session)).toBe('2.3.0');
    expect(stateKey({ ...session, notes: { text: 'x', rev: 1 } })).not.toBe(stateKey(session));
    expect(stateKey(sessionFixture())).toBe('0.0.0');
  });
});
