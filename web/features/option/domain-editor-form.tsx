import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminDomain } from '#api/contract/option.ts';
import { optionName } from '#web/parts/result/options.state.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import style from './domain.module.css';
import { OptionEntry } from './option-entry.tsx';
import { ResetDomain } from './reset-domain.tsx';
import { UnsavedGuard, UnsavedQuestion } from './unsaved-guard.tsx';
import { useDomainEditor } from './use-domain-editor.ts';

type DomainEditorFormProps = { domain: AdminDomain; hosts: readonly string[]; onHost(host: string): void };

export function DomainEditorForm({ domain, hosts, onHost }: DomainEditorFormProps) {
  const { t, i18n } = useTranslation();
  const editor = useDomainEditor(domain);
  const form = useRef<HTMLFormElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [wantedHost, setWantedHost] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<string | null>(null);
  const { options, isDirty, isSaving, problems } = editor;

  const focusIn = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus());
  const saved = () => toasts.add({ kind: 'safe', text: t('option.saved', { host: domain.host }) });
  const focusWrong = () => focusIn('[aria-invalid="true"]');
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    if (!isDirty) saved();
    else editor.save(saved, focusWrong);
  };
  const toHost = (host: string) => {
    if (host === domain.host) return;
    if (isDirty) setWantedHost(host);
    else onHost(host);
  };
  const doomedOption = options.find(({ key }) => key === doomed);
  const removeDoomed = () => {
    if (doomed !== null) editor.remove(doomed);
    setDoomed(null);
    requestAnimationFrame(() => addButton.current?.focus());
  };

  return (
    <form ref={form} className={style.form} noValidate onSubmit={submit}>
      <div className={style.top}>
        {hosts.length > 1 ? (
          <Select
            label={t('option.host')}
            options={hosts.map((host) => ({ key: host, label: host }))}
            value={domain.host}
            onChange={toHost}
          />
        ) : (
          <p>{t('option.onlyHost', { host: domain.host })}</p>
        )}
        <div className={style.origin}>
          <p>{t(domain.own ? 'option.own' : 'option.shipped')}</p>
          {domain.own ? <ResetDomain domain={domain} onReset={editor.discard} /> : null}
        </div>
      </div>
      <h2>{t('option.options')}</h2>
      <p className={style.hint}>{t('option.order')}</p>
      <ul className={style.list}>
        {options.map((option) => (
          <OptionEntry
            key={option.key}
            option={option}
            domain={domain}
            problems={problems.get(option.key) ?? {}}
            isOpen={editor.open.has(option.key)}
            onToggle={(isOpen) => editor.toggle(option.key, isOpen)}
            onChange={(part) => editor.change(option.key, part)}
            onRemove={options.length > 1 ? () => setDoomed(option.key) : null}
          />
        ))}
      </ul>
      <div>
        <Button
          ref={addButton}
          isDisabled={options.length >= maxOptions}
          onPress={() => focusIn(`[data-option="${editor.add()}"] input`)}
        >
          <Plus size={20} aria-hidden="true" /> {t('option.add')}
        </Button>
      </div>
      {editor.saveError ? (
        <Notice
          kind="error"
          live="alert"
          title={t('option.saveFailed')}
          actions={
            editor.isConflict ? (
              <>
                <Button onPress={editor.takeTheirs}>{t('option.conflict.takeTheirs')}</Button>
                <Button onPress={() => editor.saveOverTheirs(saved, focusWrong)}>
                  {t('option.conflict.saveMine')}
                </Button>
              </>
            ) : undefined
          }
        >
          <p>{errorSentence(t, editor.saveError)}</p>
        </Notice>
      ) : null}
      <div className={style.bar}>
        <output>
          {problems.size > 0
            ? t('option.problems', { count: problems.size })
            : t(isDirty ? 'option.unsaved' : 'option.asSaved')}
        </output>
        <div className={style.barActions}>
          {isDirty && !isSaving ? (
            <Button onPress={() => (editor.discard(), focusIn('button[type="submit"]'))}>
              {t('option.discard')}
            </Button>
          ) : null}
          <Button type="submit" look="primary" isPending={isSaving}>
            {t('option.save')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={doomedOption !== undefined}
        title={t('option.remove.title', {
          name: (doomedOption && optionName(doomedOption, i18n.language)) || t('option.unnamed'),
        })}
        confirmLabel={t('option.remove.confirm')}
        cancelLabel={t('shell.cancel')}
        danger
        onConfirm={removeDoomed}
        onCancel={() => setDoomed(null)}
      >
        <p>{t('option.remove.text')}</p>
      </ConfirmDialog>
      <UnsavedGuard isActive={isDirty} />
      <UnsavedQuestion
        isOpen={wantedHost !== null}
        onLeave={() => wantedHost !== null && onHost(wantedHost)}
        onStay={() => setWantedHost(null)}
      />
    </form>
  );
}

const maxOptions = 50;
