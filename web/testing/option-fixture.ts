import type { OfferedOption, ProcessingOption } from '#api/contract/option.ts';

/** For tests: returns options of a host, one of each kind. */
export const optionsFixture = (): ProcessingOption[] => [
  {
    label: 'minutes',
    names: { de: 'Protokoll', en: 'Minutes', fr: 'Procès-verbal', it: 'Verbale' },
    enabled_by_default: false,
    form: 'minutes',
    target: null,
    prompt: '',
    roles: [],
    rev: 1,
  },
  {
    label: 'summary',
    names: { de: 'Zusammenfassung', en: 'Summary', fr: 'Résumé', it: 'Riassunto' },
    enabled_by_default: true,
    form: 'text',
    target: null,
    prompt: 'Sum it up.',
    roles: [],
    rev: 1,
  },
  {
    label: 'custom',
    names: { de: 'Eigene Frage', en: 'Custom prompt', fr: 'Question libre', it: 'Domanda libera' },
    enabled_by_default: false,
    form: 'prompt',
    target: null,
    prompt: '',
    roles: [],
    rev: 1,
  },
  {
    label: 'translation_de',
    names: { de: 'Auf Deutsch', en: 'Into German', fr: 'En allemand', it: 'In tedesco' },
    enabled_by_default: false,
    form: 'translation',
    target: 'de',
    prompt: '',
    roles: [],
    rev: 1,
  },
  {
    label: 'translation_fr',
    names: { de: 'Auf Französisch', en: 'Into French', fr: 'En français', it: 'In francese' },
    enabled_by_default: false,
    form: 'translation',
    target: 'fr',
    prompt: '',
    roles: [],
    rev: 1,
  },
];

/** Returns the options as they are offered, with or without a language model. */
export const offeredFixture = (engine: 'llm' | 'extract'): OfferedOption[] =>
  optionsFixture().map(({ prompt: _prompt, roles: _roles, rev: _rev, ...option }) => ({
    ...option,
    engine: engine === 'extract' && ['translation', 'prompt'].includes(option.form) ? null : engine,
  }));
