import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import type { ConfigEntry } from '../form/domain-form.rules.ts';
import type { DomainDraft } from '../use-domain-draft.ts';
import type { FocusIn } from './focus-in.ts';
import { useFieldProblem } from './use-field-problem.ts';

/** Values that pages of the host are given, each with a key. */
export function ConfigPart({ draft, onFocus }: { draft: DomainDraft; onFocus: FocusIn }) {
  const { t } = useTranslation();
  const problemOf = useFieldProblem(draft);
  const { config } = draft.form;
  const set = (index: number, part: Partial<ConfigEntry>) =>
    draft.change({ config: config.map((entry, at) => (at === index ? { ...entry, ...part } : entry)) });
  const whole = problemOf('config');
  return (
    <>
      {config.length === 0 ? <p className={style.hint}>{t('domain.config.none')}</p> : null}
      <ul className={style.rows}>
        {config.map((entry, index) => {
          const problem = draft.problems.fields.get(`config.${index}`);
          const text = problemOf(`config.${index}`);
          return (
            // Entries have no identity besides their place, because their key is edited.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={style.entry} data-entry={index}>
              <TextField
                label={t('domain.config.key')}
                value={entry.key}
                onChange={(key) => set(index, { key })}
                error={problem === 'configKey' ? text : undefined}
                autoComplete="off"
                spellCheck="false"
              />
              <TextArea
                label={t('domain.config.value')}
                rows={1}
                value={entry.text}
                onChange={(value) => set(index, { text: value })}
                error={problem === 'configJson' ? text : undefined}
                spellCheck="false"
              />
              <Button
                icon
                look="quiet"
                aria-label={t('domain.config.remove', { key: entry.key })}
                onPress={() => {
                  draft.change({ config: config.filter((_, at) => at !== index) });
                  onFocus('[data-add]');
                }}
              >
                <Trash2 size={18} aria-hidden="true" />
              </Button>
            </li>
          );
        })}
      </ul>
      {whole ? (
        <Notice kind="error" live="alert">
          <p>{whole}</p>
        </Notice>
      ) : null}
      <div>
        <Button
          data-add=""
          onPress={() => {
            draft.change({ config: [...config, { key: '', text: '""' }] });
            onFocus(`[data-entry="${config.length}"] input`);
          }}
        >
          <Plus size={20} aria-hidden="true" /> {t('domain.config.add')}
        </Button>
      </div>
    </>
  );
}
