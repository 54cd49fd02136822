import { customLabel, type OptionDraft, optionDraftSchema, textLanguages } from '#api/contract/option.ts';

export type EditedOption = OptionDraft & {
  /** Identifies the option while its label is edited. */
  key: string;
  /** True until the option is saved for the first time. Its label can be edited until then. */
  isNew: boolean;
};

/** A field of an option. A name of the option is a field by its language. */
export type OptionField = 'label' | 'prompt' | keyof OptionDraft['names'];
/** Translation key under `option.problem`. */
type OptionProblem =
  | 'labelShape'
  | 'labelReserved'
  | 'labelTwice'
  | 'nameRequired'
  | 'nameLong'
  | 'promptRequired'
  | 'promptLong';
export type OptionProblems = { [F in OptionField]?: OptionProblem };

export const optionToEdited = (option: OptionDraft): EditedOption => ({
  ...option,
  key: option.label,
  isNew: false,
});

export const newOption = (key: string): EditedOption => ({
  key,
  isNew: true,
  label: '',
  roles: [],
  names: { de: '', en: '', fr: '', it: '' },
  enabled_by_default: false,
  form: 'text',
  target: null,
  prompt: '',
});

/**
 * Returns the option as it is saved. The option of custom prompts has no prompt of its own, because the person who asks writes
 * it.
 */
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
    roles: option.roles,
  };
}

/** Returns an option as it is compared: without what the form takes away, such as blanks around a text. */
export const draftOf = (option: OptionDraft): OptionDraft =>
  editedToDraft({ ...option, key: option.label, isNew: false });

export const isOptionChanged = (option: EditedOption, former: readonly OptionDraft[]): boolean => {
  const before = former.find(({ label }) => label === option.key);
  return before === undefined || draftText(editedToDraft(option)) !== draftText(draftOf(before));
};

const draftText = ({ label, names, enabled_by_default, form, target, prompt, roles }: OptionDraft): string =>
  JSON.stringify([
    label,
    textLanguages.map((language) => names[language]),
    enabled_by_default,
    form,
    target,
    prompt,
    roles,
  ]);

/** Returns what violates the contract, by the key of the option and its field. */
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
    }
    if (drafts.some((other) => other.key !== key && other.draft.label === draft.label))
      problems.label ??= 'labelTwice';
    if (Object.keys(problems).length > 0) found.set(key, problems);
  }
  return found;
}
