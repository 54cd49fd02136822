import {
  type AdminDomain,
  customLabel,
  type OptionDraft,
  optionDraftSchema,
  type ProcessingOption,
  type PutDomain,
  textLanguages,
} from '#api/contract/option.ts';

/** An option as it is being edited: some of it may not be right yet. */
export type EditedOption = Omit<OptionDraft, 'roles'> & {
  /** Stays while the label is being written. */
  key: string;
  /** Nothing hangs on its label yet. */
  isNew: boolean;
  /** Ids, with commas or blanks between them. */
  roles: string;
};

/** A name is known by its language. */
export type OptionField = 'label' | 'prompt' | 'roles' | keyof OptionDraft['names'];
/** Key under `domain.problem`. */
type OptionProblem =
  | 'labelShape'
  | 'labelReserved'
  | 'labelTwice'
  | 'nameRequired'
  | 'nameLong'
  | 'promptRequired'
  | 'promptLong'
  | 'roles';
export type OptionProblems = { [F in OptionField]?: OptionProblem };

export const optionToEdited = ({ rev: _rev, roles, ...option }: ProcessingOption): EditedOption => ({
  ...option,
  key: option.label,
  isNew: false,
  roles: roles.join(', '),
});

export const newOption = (key: string): EditedOption => ({
  ...{ key, isNew: true, label: '', roles: '' },
  names: { de: '', en: '', fr: '', it: '' },
  ...{ enabled_by_default: false, form: 'text', target: null, prompt: '' },
});

/** As it is saved. A prompt of one's own is written by who asks, and asked for when there is something to ask about. */
export function editedToDraft({ key: _key, isNew: _isNew, ...option }: EditedOption): OptionDraft {
  const label = option.label.trim();
  const isCustom = label === customLabel;
  const form = isCustom ? 'prompt' : option.form;
  const names = Object.fromEntries(textLanguages.map((name) => [name, option.names[name].trim()]));
  return {
    label,
    names: names as OptionDraft['names'],
    enabled_by_default: option.enabled_by_default && !isCustom,
    form,
    target: form === 'translation' ? (option.target ?? 'de') : null,
    prompt: option.prompt.trim(),
    roles: option.roles.split(/[\s,;]+/).filter(Boolean),
  };
}

export const editedToPut = (options: readonly EditedOption[]): PutDomain => ({
  options: options.map(editedToDraft),
});

/** Other than what the server has. */
export const isChanged = (options: readonly EditedOption[], domain: AdminDomain): boolean =>
  options.length !== domain.options.length || options.some((option) => isOptionChanged(option, domain));

export function isOptionChanged(option: EditedOption, domain: AdminDomain): boolean {
  const former = domain.options.find(({ label }) => label === option.key);
  return former === undefined || editedToText(option) !== editedToText(optionToEdited(former));
}

function editedToText(option: EditedOption): string {
  const { label, names, enabled_by_default, form, target, prompt, roles } = editedToDraft(option);
  return JSON.stringify([
    ...[label, textLanguages.map((language) => names[language])],
    ...[enabled_by_default, form, target, prompt, roles],
  ]);
}

/** What the contract does not take, by key and field; nothing for options that are right. */
export function problemsOf(options: readonly EditedOption[]): ReadonlyMap<string, OptionProblems> {
  const drafts = options.map((option) => ({ key: option.key, draft: editedToDraft(option) }));
  const found = new Map<string, OptionProblems>();
  for (const { key, draft } of drafts) {
    const problems: OptionProblems = {};
    for (const issue of optionDraftSchema.safeParse(draft).error?.issues ?? []) {
      const [part, language] = issue.path;
      const isLong = issue.code === 'too_big';
      if (part === 'label') problems.label ??= issue.code === 'custom' ? 'labelReserved' : 'labelShape';
      if (part === 'names')
        problems[language as keyof OptionDraft['names']] ??= isLong ? 'nameLong' : 'nameRequired';
      if (part === 'prompt') problems.prompt ??= isLong ? 'promptLong' : 'promptRequired';
      if (part === 'roles') problems.roles ??= 'roles';
    }
    if (drafts.some((other) => other.key !== key && other.draft.label === draft.label))
      problems.label ??= 'labelTwice';
    if (Object.keys(problems).length > 0) found.set(key, problems);
  }
  return found;
}
