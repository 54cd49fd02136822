import { describe, expect, it } from 'vitest';
import { putDomainSchema } from '#api/contract/admin-domain.ts';
import { optionForms, type OptionDraft } from '#api/contract/option.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { engineOf, existingOf, offeredOf, withUnknownRoles } from './option.rules.ts';
import { createOptionStore } from './option.store.ts';
import { shippedOptions, shippedRev } from './shipped-options.ts';

const host = 'localhost';
const draft = (label: string, fields: Partial<OptionDraft> = {}): OptionDraft => ({
  label,
  names: { de: label, en: label, fr: label, it: label },
  enabled_by_default: false,
  form: 'text',
  target: null,
  prompt: 'Write it.',
  roles: [],
  ...fields,
});
const setUp = () => {
  const clock = testClock();
  return { clock, store: createOptionStore(testDb(), clock) };
};

describe('The shipped options', () => {
  it('pass the check that options of hosts pass', () => {
    expect(putDomainSchema.parse({ options: shippedOptions }).options).toEqual(shippedOptions);
  });

  it('are what a host without its own has, in the order of the specification', async () => {
    const { store } = setUp();
    const labels = (await store.offered(host, null, false)).map(({ label }) => label);
    expect(labels).toEqual([
      'minutes',
      'summary',
      'analysis',
      'consultation_note',
      'custom',
      'fact_check',
      'translation_de',
      'translation_en',
      'translation_fr',
      'translation_it',
    ]);
    expect([...(await store.revs(host)).values()]).toEqual(shippedOptions.map(() => shippedRev));
  });

  it('use every form, with a name of its own in each language', () => {
    expect(new Set(shippedOptions.map(({ form }) => form))).toEqual(new Set(optionForms));
    for (const language of ['de', 'en', 'fr', 'it'] as const) {
      expect(new Set(shippedOptions.map(({ names }) => names[language])).size).toBe(shippedOptions.length);
    }
  });
});

describe('What is offered', () => {
  it('names what would make it: without a language model everything but translations and free prompts', async () => {
    const { store } = setUp();
    const without = await store.offered(host, null, false);
    expect(without.filter(({ engine }) => engine === null).map(({ label }) => label)).toEqual([
      'custom',
      'translation_de',
      'translation_en',
      'translation_fr',
      'translation_it',
    ]);
    expect(without[0]?.engine).toBe('extract');
    expect((await store.offered(host, null, true)).every(({ engine }) => engine === 'llm')).toBe(true);
    expect(optionForms.map((form) => engineOf(form, false))).toEqual([
      'extract',
      'extract',
      'extract',
      null,
      null,
    ]);
  });

  it('is what the role may use; without a role what everybody may', () => {
    const options = [
      draft('anybody', { roles: [] }),
      draft('doctors', { roles: ['doctor', 'nurse'], enabled_by_default: true }),
    ].map((option) => ({ ...option, rev: 1 }));
    const of = (role: string | null) => offeredOf(options, role, false).map(({ label }) => label);
    expect(of(null)).toEqual(['anybody']);
    expect(of('nurse')).toEqual(['doctors', 'anybody']);
    expect(of('clerk')).toEqual(['anybody']);
  });

  it('shows no prompts and no roles', () => {
    const [offered] = offeredOf([{ ...draft('a'), rev: 3 }], null, true);
    expect(Object.keys(offered ?? {}).toSorted()).toEqual([
      'enabled_by_default',
      'engine',
      'form',
      'label',
      'names',
      'target',
    ]);
  });

  it('exists in the same form and order, whoever is offered it', async () => {
    const { store } = setUp();
    expect(await store.existing(host, false)).toEqual(await store.offered(host, null, false));
    const options = [draft('everybody'), draft('doctors', { roles: ['doctor'], enabled_by_default: true })];
    const existing = existingOf(
      options.map((option) => ({ ...option, rev: 1 })),
      false,
    );
    expect(existing.map(({ label }) => label)).toEqual(['doctors', 'everybody']);
    expect(existing[0]).not.toHaveProperty('roles');
  });
});

describe('Options of a host', () => {
  it('take the place of the shipped ones, on this host alone, until it goes back to those', async () => {
    const { store } = setUp();
    const changed = draft('summary', { names: { de: 'Kürze', en: 'Gist', fr: 'Bref', it: 'Breve' } });
    await store.put(host, [changed, draft('letter')]);
    expect(await store.domain(host)).toMatchObject({
      own: true,
      options: [{ label: 'letter' }, { names: { de: 'Kürze' } }],
    });
    expect(await store.find(host, 'summary')).toMatchObject(changed);
    expect(await store.find(host, 'minutes')).toBeNull();
    expect(await store.domain('other.example')).toMatchObject({ own: false });
    await store.reset(host);
    expect(await store.domain(host)).toMatchObject({ own: false });
    expect(await store.find(host, 'minutes')).not.toBeNull();
  });

  const revOf = async (store: ReturnType<typeof setUp>['store']) => (await store.find(host, 'summary'))!.rev;
  const shippedSummary = shippedOptions.find(({ label }) => label === 'summary')!;

  it('keep their rev with a new name or default', async () => {
    const { store } = setUp();
    const names = { ...shippedSummary.names, de: 'Kürze' };
    await store.put(host, [{ ...shippedSummary, names, enabled_by_default: false }]);
    expect(await revOf(store)).toBe(shippedRev);
  });

  it.each<[string, Partial<OptionDraft>]>([
    ['prompt', { prompt: 'Otherwise.' }],
    ['form', { form: 'minutes' }],
    ['target', { form: 'translation', target: 'it' }],
  ])('have a later rev with another %s', async (_what, change) => {
    const { store } = setUp();
    await store.put(host, [{ ...shippedSummary, form: 'translation', target: 'de', prompt: 'So.' }]);
    const before = await revOf(store);
    await store.put(host, [
      { ...shippedSummary, form: 'translation', target: 'de', prompt: 'So.', ...change },
    ]);
    expect(await revOf(store)).toBeGreaterThan(before);
  });

  it('never have a rev twice that stood for something else, not even after going back', async () => {
    const { store, clock } = setUp();
    const revs = new Set<number>();
    for (const prompt of ['One.', 'Two.', 'Three.']) {
      await store.put(host, [{ ...shippedSummary, prompt }]);
      revs.add(await revOf(store));
      await store.put(host, [{ ...shippedSummary, prompt: `${prompt} And more.` }]);
      revs.add(await revOf(store));
      await store.reset(host);
      expect(await revOf(store)).toBe(shippedRev);
      clock.advance(5_000);
    }
    expect(revs.size).toBe(6);
  });
});

describe('An option that does not fit together', () => {
  const pathsOf = (options: unknown[]) => {
    const { error } = putDomainSchema.safeParse({ options });
    return (error?.issues ?? []).map(({ path }) => path.join('.'));
  };
  it.each<[string, Partial<OptionDraft>, string]>([
    ['a translation without a target', { form: 'translation', target: null }, 'target'],
    ['a target of something else', { target: 'de' }, 'target'],
    ['a text without a prompt', { prompt: ' \n' }, 'prompt'],
    ['a free form of its own without a prompt', { form: 'prompt', prompt: '' }, 'prompt'],
    ['a label that is taken by a tab', { label: 'transcript' }, 'label'],
    ['a label of a custom result', { label: 'custom_1' }, 'label'],
    ['a name that is empty', { names: { de: 'a', en: 'b', fr: ' ', it: 'd' } }, 'names.fr'],
  ])('is refused at its field: %s', (_what, fields, path) => {
    expect(pathsOf([draft('a', fields)])).toEqual([`options.0.${path}`]);
  });

  it('is refused: another form of custom, a label twice, none at all', () => {
    expect(pathsOf([draft('custom')])).toEqual(['options.0.form']);
    expect(pathsOf([draft('a'), draft('a')])).toEqual(['options']);
    expect(pathsOf([])).toEqual(['options']);
  });

  it('is not the one for prompts of people, nor a form that brings its own task', () => {
    expect(pathsOf([draft('custom', { form: 'prompt', prompt: '' })])).toEqual([]);
    expect(pathsOf([draft('a', { form: 'claims', prompt: '' })])).toEqual([]);
  });
});

it('Roles of an option are those of the host, and those that it had already', () => {
  const former = [{ ...draft('a', { roles: ['gone'] }), rev: 1 }];
  const faults = (label: string, roles: string[]) =>
    withUnknownRoles(former, [draft('b'), draft(label, { roles })], ['doctor']);
  expect(faults('a', ['doctor', 'gone'])).toEqual([]);
  expect(faults('a', [])).toEqual([]);
  expect(faults('a', ['nurse'])).toEqual([1]);
  // The role of another option is none of its own.
  expect(faults('c', ['gone'])).toEqual([1]);
});
