import type { AdminDomain, PutDomain } from '#api/contract/admin-domain.ts';
import {
  customLabel,
  type OptionDraft,
  optionDraftSchema,
  type ProcessingOption,
  textLanguages,
} from '#api/contract/option.ts';

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

export const optionToEdited = ({ rev: _rev, ...option }: ProcessingOption): EditedOption => ({
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

/** Returns the request that saves the options of a host. Unchanged options are sent exactly as received. */
export const editedToPut = (
  options: readonly EditedOption[],
  domain: AdminDomain,
): Pick<PutDomain, 'options'> & { options: OptionDraft[] } => ({
  options: options.map((option) => {
    const former = formerOf(option, domain);
    if (!former || isOptionChanged(option, domain)) return editedToDraft(option);
    const { rev: _rev, ...draft } = former;
    return draft;
  }),
});

/**
 * Merges a person's changes into options that another person saved meanwhile. Untouched options stay as the other person saved
 * them. A touched option keeps only the roles of their version, because the server refuses all others. No touched option is
 * dropped: if two have the same label, both are in the result.
 * @param domain the state from which the person's changes were made
 */
export function overTheirs(
  options: readonly EditedOption[],
  domain: AdminDomain,
  theirs: AdminDomain,
): EditedOption[] {
  const mine = new Set(options.map(({ key }) => key));
  const touched = options
    .filter((option) => isOptionChanged(option, domain))
    .map((option) => withRolesOf(theirs, option));
  const kept = theirs.options
    .filter(({ label }) => mine.has(label) || !domain.options.some((former) => former.label === label))
    .map((option) => {
      // The person's new option replaces theirs of the same label, unless the person had an option with that label
      // before.
      const key = mine.has(option.label) ? option.label : undefined;
      const inPlace = touched.find((own) =>
        key ? own.key === key : own.isNew && editedToDraft(own).label === option.label,
      );
      return inPlace ?? optionToEdited(option);
    });
  return [...kept, ...touched.filter((option) => !kept.includes(option))];
}

function withRolesOf({ options }: AdminDomain, option: EditedOption): EditedOption {
  const label = editedToDraft(option).label;
  const allowed = options.find((other) => other.label === label)?.roles ?? [];
  return { ...option, roles: option.roles.filter((role) => allowed.includes(role)) };
}

export const isChanged = (options: readonly EditedOption[], domain: AdminDomain): boolean =>
  options.length !== domain.options.length || options.some((option) => isOptionChanged(option, domain));

export function isOptionChanged(option: EditedOption, domain: AdminDomain): boolean {
  const former = formerOf(option, domain);
  return former === undefined || editedToText(option) !== editedToText(optionToEdited(former));
}

const formerOf = (option: EditedOption, domain: AdminDomain): ProcessingOption | undefined =>
  domain.options.find(({ label }) => label === option.key);

function editedToText(option: EditedOption): string {
  const { label, names, enabled_by_default, form, target, prompt, roles } = editedToDraft(option);
  return JSON.stringify([
    label,
    textLanguages.map((language) => names[language]),
    enabled_by_default,
    form,
    target,
    prompt,
    roles,
  ]);
}

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
