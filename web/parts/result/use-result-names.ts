import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OfferedOption } from '#api/contract/option.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { optionName, useKnownOptions } from './options.state.ts';
import { isCustomLabel } from './result-order.rules.ts';
import { isKnownLabel } from './result.rules.ts';

/**
 * Returns the name of a result. For a custom prompt it is the beginning of the prompt. Otherwise it is the host's name
 * of the option if that is offered to this person, or the built-in name.
 */
function resultName(
  t: TFunction,
  label: string,
  { data }: Pick<SessionDetail, 'data'>,
  options: readonly OfferedOption[],
  language: string,
): string {
  if (isCustomLabel(label)) {
    const result = data[label];
    if (result && result.title !== '') return result.title;
    return `${t('result.label.custom')} ${label.replace('custom_', '')}`;
  }
  const option = options.find((one) => one.label === label);
  if (option) return optionName(option, language);
  return isKnownLabel(label) ? t(`result.label.${label}`) : label;
}

export function useResultNames(session: Pick<SessionDetail, 'data'>): (label: string) => string {
  const { t, i18n } = useTranslation();
  const { data: options = [] } = useKnownOptions();
  return (label) => resultName(t, label, session, options, i18n.language);
}
