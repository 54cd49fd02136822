import { customLabel, type OfferedOption } from '#api/contract/option.ts';
import type { SessionLanguage } from '#api/contract/session.ts';

/** What somebody has ticked or unticked, by label; what is not named is as the option itself says. */
export type OptionChoice = Readonly<Record<string, boolean>>;

const textLanguageOf = (language: SessionLanguage) => (language === 'de-CH' ? 'de' : language);

/** What can be asked for before anything was said: no prompt of one's own, no translation into what is spoken anyway. */
export const optionsToChoose = (
  options: readonly OfferedOption[],
  language: SessionLanguage,
): OfferedOption[] =>
  options.filter(
    ({ label, form, target }) =>
      label !== customLabel && !(form === 'translation' && target === textLanguageOf(language)),
  );

/** Ticked, and something can make it. */
export const isChosen = (option: OfferedOption, choice: OptionChoice): boolean =>
  option.engine !== null && (choice[option.label] ?? option.enabled_by_default);

/** `settings.options`; nothing while it is not known what is offered: the server then takes what is on by default. */
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
