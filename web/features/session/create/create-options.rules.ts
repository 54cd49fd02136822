import type { OfferedOption } from '#api/contract/option.ts';
import { customLabel } from '#api/contract/option-labels.ts';
import type { SessionLanguage } from '#api/contract/session.ts';

/** The options that the person has checked or unchecked, by label. Others have their default. */
export type OptionChoice = Readonly<Record<string, boolean>>;

const textLanguageOf = (language: SessionLanguage) => (language === 'de-CH' ? 'de' : language);

/** Returns the options that a new session offers: all but custom prompts and a translation into the spoken language. */
export const optionsToChoose = (
  options: readonly OfferedOption[],
  language: SessionLanguage,
): OfferedOption[] =>
  options.filter(
    ({ label, form, target }) =>
      label !== customLabel && !(form === 'translation' && target === textLanguageOf(language)),
  );

/** True if the option is checked and the server has an engine for it. */
export const isChosen = (option: OfferedOption, choice: OptionChoice): boolean =>
  option.engine !== null && (choice[option.label] ?? option.enabled_by_default);

/**
 * Returns the setting `options` of the new session. While the offered options are unknown, the setting is left out, so
 * that the server uses the defaults.
 */
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
