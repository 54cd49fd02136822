import { customLabel, type OfferedOption } from '#api/contract/option.ts';
import type { SessionLanguage } from '#api/contract/session.ts';

/** Options checked or unchecked by the person, by label; others have their default. */
export type OptionChoice = Readonly<Record<string, boolean>>;

const textLanguageOf = (language: SessionLanguage) => (language === 'de-CH' ? 'de' : language);

/** Options for a new session: no custom prompt, no translation into the spoken language. */
export const optionsToChoose = (
  options: readonly OfferedOption[],
  language: SessionLanguage,
): OfferedOption[] =>
  options.filter(
    ({ label, form, target }) =>
      label !== customLabel && !(form === 'translation' && target === textLanguageOf(language)),
  );

/** Checked, and an engine exists for it. */
export const isChosen = (option: OfferedOption, choice: OptionChoice): boolean =>
  option.engine !== null && (choice[option.label] ?? option.enabled_by_default);

/** `settings.options`; undefined while the offer is unknown: the server then uses the defaults. */
export const choiceToSettings = (
  options: readonly OfferedOption[] | undefined,
  language: SessionLanguage,
  choice: OptionChoice,
): { options?: string[] } =>
  options === undefined
    ? {}
    : {
        options: optionsToChoose(options, language)
          .filter((option) => isChosen(option, choice))
          .map(({ label }) => label),
      };
