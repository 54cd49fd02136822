import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { maxPromptLength, type SourceTab } from './process-choice.rules.ts';
import style from './process-dialog.module.css';

type CustomPromptProps = {
  prompt: string;
  source: SourceTab;
  sources: readonly SourceTab[];
  nameOf(label: string): string;
  canAsk: boolean;
  /** True if the dialog was opened for a prompt. The field then takes the focus. */
  isFirst: boolean;
  onChange(part: { prompt?: string; source?: SourceTab }): void;
};

const examples = ['mail', 'pros', 'plain'] as const;

export function CustomPrompt(props: CustomPromptProps) {
  const { prompt, source, sources, nameOf, canAsk, isFirst, onChange } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  if (!canAsk) return <p className={style.note}>{t('processing.dialog.needsModel')}</p>;
  const sourceName = (tab: SourceTab) =>
    tab === 'transcript' || tab === 'notes' ? t(`session.tabs.${tab}`) : nameOf(tab.replace(/^result:/, ''));
  return (
    <>
      <TextArea
        label={t('processing.custom.label')}
        hint={t('processing.custom.hint')}
        rows={3}
        maxLength={maxPromptLength}
        value={prompt}
        onChange={(text) => onChange({ prompt: text })}
        inputRef={field}
      />
      <fieldset aria-label={t('processing.custom.examples')} className={style.examples}>
        <span aria-hidden="true" className={style.note}>
          {t('processing.custom.examples')}
        </span>
        {examples.map((example) => {
          const text = t(`processing.custom.example.${example}`);
          return (
            <Button
              key={example}
              look="quiet"
              className={style.example}
              onPress={() => {
                onChange({ prompt: text });
                field.current?.focus();
              }}
            >
              {text}
            </Button>
          );
        })}
      </fieldset>
      <Select
        label={t('processing.custom.source')}
        options={sources.map((tab) => ({ key: tab, label: sourceName(tab) }))}
        value={sources.includes(source) ? source : 'transcript'}
        onChange={(tab) => onChange({ source: tab })}
      />
    </>
  );
}
