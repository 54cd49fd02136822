import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { OfferedModel } from '#api/contract/model.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import type { StoredModel } from '#workers/model/model.contract.ts';
import { keepsUpFrom, type PlanInput } from './model-plan.rules.ts';
import { canRunModels, planModel, toPreviewModel, usableModel } from './preview-models.client.ts';

const offer = (id: string, change: Partial<OfferedModel> = {}): OfferedModel => {
  const bytes = findTranscriptionModel(id)?.bytes ?? 1_000;
  const files = [{ path: 'config.json', bytes, sha256: id.padEnd(64, '0') }];
  return { id, task: 'transcription', title: id, bytes, files, ...change };
};
const whole = (model: OfferedModel): StoredModel => ({ model, storedBytes: model.bytes, isWhole: true });
const [fixture, tiny, base, small] = ['fixture', 'whisper-tiny', 'whisper-base', 'whisper-small'].map((id) =>
  offer(id),
) as [OfferedModel, OfferedModel, OfferedModel, OfferedModel];

const plan = (change: Partial<PlanInput> = {}) =>
  planModel({
    offered: [small, fixture, base, tiny],
    stored: [],
    speeds: {},
    choice: null,
    language: 'de-CH',
    ...change,
  });
const chosenBy = (change: Partial<PlanInput>) => {
  const { model, reason } = plan(change);
  return [model?.id ?? null, reason];
};

describe('The model of a device', () => {
  it('is the smallest as long as nothing was measured', () => {
    expect(chosenBy({})).toEqual(['whisper-tiny', 'not_measured']);
  });

  it('is the largest that keeps up, measured or predicted from the measurement of another', () => {
    expect(chosenBy({ speeds: { 'whisper-base': 4 } })).toEqual(['whisper-base', 'measured']);
    expect(chosenBy({ speeds: { 'whisper-tiny': 12 } })).toEqual(['whisper-base', 'predicted']);
    const { models } = plan({ speeds: { 'whisper-tiny': 12 } });
    const { speed } = models.find(({ id }) => id === 'whisper-base')!;
    expect(speed).toEqual({ timesRealTime: expect.closeTo((12 * 0.06) / 0.1) as number, isMeasured: false });
  });

  it('is a smaller one where the larger one was measured below the margin', () => {
    const speeds = { 'whisper-tiny': keepsUpFrom, 'whisper-base': keepsUpFrom - 0.01 };
    expect(chosenBy({ speeds })).toEqual(['whisper-tiny', 'measured']);
  });

  it('is the fastest where none keeps up, and the plan says so', () => {
    expect(chosenBy({ speeds: { 'whisper-base': 0.6, 'whisper-tiny': 1.2 } })).toEqual([
      'whisper-tiny',
      'too_slow',
    ]);
  });

  it('has at most 150 MB, unless the person chooses it', () => {
    const speeds = { 'whisper-small': 9 };
    expect(chosenBy({ speeds })).toEqual(['whisper-base', 'predicted']);
    expect(chosenBy({ speeds, choice: 'whisper-small' })).toEqual(['whisper-small', 'chosen']);
    expect(plan().models.map(({ id, obstacle }) => [id, obstacle])).toEqual([
      ['fixture', null],
      ['whisper-tiny', null],
      ['whisper-base', null],
      ['whisper-small', 'too_large'],
    ]);
    expect(chosenBy({ offered: [small, fixture] })).toEqual([null, 'none_fits']);
  });

  it('knows the language, also where the person has chosen another', () => {
    expect(chosenBy({ language: 'rm', choice: 'whisper-tiny' })).toEqual([null, 'none_fits']);
    expect(chosenBy({ language: null })).toEqual(['whisper-tiny', 'not_measured']);
  });

  it('is the test model only where there is no other, and its speed says nothing about others', () => {
    expect(chosenBy({ offered: [fixture] })).toEqual(['fixture', 'test_only']);
    expect(chosenBy({ speeds: { fixture: 30 } })).toEqual(['whisper-tiny', 'not_measured']);
    expect(chosenBy({ choice: 'fixture' })).toEqual(['fixture', 'chosen']);
  });

  it('is chosen by itself again where the chosen one is gone', () => {
    expect(chosenBy({ choice: 'whisper-large-v3-turbo' })).toEqual(['whisper-tiny', 'not_measured']);
  });

  it('comes from what is stored where the server cannot be asked', () => {
    const half = { model: base, storedBytes: 1_000, isWhole: false };
    const { model, models } = plan({ offered: null, stored: [whole(tiny), half] });
    expect(model).toMatchObject({ id: 'whisper-tiny', isStored: true, storedBytes: tiny.bytes });
    expect(models).toHaveLength(1);
    expect(chosenBy({ offered: null })).toEqual([null, 'none_offered']);
  });

  it('is not stored where the server has another version of it', () => {
    const files = [{ ...tiny.files[0]!, sha256: 'f'.repeat(64) }];
    const former = { ...tiny, files };
    expect(plan({ stored: [whole(former)] }).model).toMatchObject({
      isStored: false,
      storedBytes: tiny.bytes,
    });
  });

  it('is none of those that this version of the page cannot run', () => {
    const speaker = offer('wespeaker-resnet34', { task: 'speaker' });
    expect(plan({ offered: [speaker, offer('whisper-of-tomorrow')] })).toEqual({
      model: null,
      reason: 'none_offered',
      models: [],
    });
  });
});

describe('Until the model of the plan is on the device', () => {
  const usable = (change: Partial<PlanInput>) => usableModel(plan(change))?.id ?? null;

  it('the largest real one that is there is used', () => {
    expect(usable({ choice: 'whisper-small', stored: [whole(tiny), whole(base)] })).toBe('whisper-base');
    expect(usable({ stored: [whole(fixture)] })).toBeNull();
    expect(usable({ offered: [fixture], stored: [whole(fixture)] })).toBe('fixture');
  });
});

test('A model is run as the manifest says; one without text is not', () => {
  expect(toPreviewModel(tiny)).toEqual({
    id: 'whisper-tiny',
    dtype: 'q8',
    hearsTwice: false,
    chunkLengthS: 30,
    files: tiny.files,
  });
  expect(toPreviewModel(offer('wespeaker-resnet34'))).toBeNull();
  expect(toPreviewModel(offer('whisper-of-tomorrow'))).toBeNull();
});

test('A browser without vectors in WebAssembly runs no model', () => {
  expect(canRunModels()).toBe(true);
  const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  onTestFinished(() => validate.mockRestore());
  expect(canRunModels()).toBe(false);
});
