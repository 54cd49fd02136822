import type { TFunction } from 'i18next';
import { optionName } from '#web/parts/result/options.state.ts';
import type { OptionDraft } from '#api/contract/option.ts';
import { entryOfUnit, fieldOfUnit } from './form/domain-values.rules.ts';

/** Returns the words for a unit of a host. `values` are its values, one of which names an option. */
export function unitLabel(t: TFunction, language: string, unit: string, values: readonly unknown[]): string {
  const field = fieldOfUnit(unit);
  const entry = entryOfUnit(unit);
  if (field === 'options') {
    const option = values.find((value) => value !== undefined) as OptionDraft | undefined;
    return `${t('domain.unit.options')}: ${(option && optionName(option, language)) || entry}`;
  }
  if (field === 'config') return `${t('domain.unit.config')}: ${entry}`;
  if (field === 'limits' || field === 'links' || field === 'app_store')
    return t(
      `domain.unit.${entry as 'max_upload_bytes' | 'quota_bytes' | 'chat_app' | 'support_desk' | 'app_id'}`,
    );
  return t(`domain.unit.${field}`);
}
