import { useTranslation } from 'react-i18next';
import { TextArea } from '#web/ui/text-area.tsx';
import { maxPromptLength } from './process-choice.rules.ts';

type HintsFieldProps = { hints: string; onChange(hints: string): void };

/** Field of `user_process_data`, the hints that are sent along with the prompts of the options. */
export function HintsField({ hints, onChange }: HintsFieldProps) {
  const { t } = useTranslation();
  return (
    <TextArea
      label={t('processing.hints.label')}
      hint={t('processing.hints.hint')}
      rows={3}
      maxLength={maxPromptLength}
      value={hints}
      onChange={onChange}
    />
  );
}
