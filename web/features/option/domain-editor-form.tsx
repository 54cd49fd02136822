import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { optionName } from '#web/parts/result/options.state.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import style from './domain.module.css';
import type { EditedOption } from './option-edit.rules.ts';
import { OptionEntry } from './option-entry.tsx';
import { ResetDomain } from './reset-domain.tsx';
import { UnsavedGuard, UnsavedQuestion } from './unsaved-guard.tsx';
import { useDomainEditor, type DomainEditor } from './use-domain-editor.ts';

/** Largest number of options of a host (contract). */
const maxOptions = 50;

type DomainEditorFormProps = { domain: AdminDomain; hosts: readonly string[]; onHost(host: string): void };

export function DomainEditorForm({ domain, hosts, onHost }: DomainEditorFormProps) {
  const { t } = useTranslation();
  const editor = useDomainEditor(domain);
  const form = useRef<HTMLFormElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [wantedHost, setWantedHost] = useState<string | null>(null);
  const [keyToRemove, setKeyToRemove] = useState<string | null>(null);
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
  const optionToRemove = options.find(({ key }) => key === keyToRemove);
  const remove = () => {
    if (keyToRemove !== null) editor.remove(keyToRemove);
    setKeyToRemove(null);
    requestAnimationFrame(() => addButton.current?.focus());
  };

  return (
    <form ref={form} className={style.form} noValidate onSubmit={submit}>
      <div className={style.top}>
        <HostChoice host={domain.host} hosts={hosts} onHost={toHost} />
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
            onRemove={options.length > 1 ? () => setKeyToRemove(option.key) : null}
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
        <SaveFailure
          error={editor.saveError}
          isConflict={editor.isConflict}
          onTakeTheirs={editor.takeTheirs}
          onSaveMine={() => editor.saveOverTheirs(saved, focusWrong)}
        />
      ) : null}
      <EditorBar editor={editor} onDiscard={() => (editor.discard(), focusIn('button[type="submit"]'))} />
      <RemoveQuestion option={optionToRemove} onConfirm={remove} onCancel={() => setKeyToRemove(null)} />
      <UnsavedGuard isActive={isDirty} />
      <UnsavedQuestion
        isOpen={wantedHost !== null}
        onLeave={() => wantedHost !== null && onHost(wantedHost)}
        onStay={() => setWantedHost(null)}
      />
    </form>
  );
}

type HostChoiceProps = { host: string; hosts: readonly string[]; onHost(host: string): void };

function HostChoice({ host, hosts, onHost }: HostChoiceProps) {
  const { t } = useTranslation();
  if (hosts.length <= 1) return <p>{t('option.onlyHost', { host })}</p>;
  const options = hosts.map((each) => ({ key: each, label: each }));
  return <Select label={t('option.host')} options={options} value={host} onChange={onHost} />;
}

type SaveFailureProps = {
  error: Error;
  /** True if another person saved meanwhile: the person chooses whose options stay. */
  isConflict: boolean;
  onTakeTheirs(): void;
  onSaveMine(): void;
};

function SaveFailure({ error, isConflict, onTakeTheirs, onSaveMine }: SaveFailureProps) {
  const { t } = useTranslation();
  return (
    <Notice
      kind="error"
      live="alert"
      title={t('option.saveFailed')}
      actions={
        isConflict ? (
          <>
            <Button onPress={onTakeTheirs}>{t('option.conflict.takeTheirs')}</Button>
            <Button onPress={onSaveMine}>{t('option.conflict.saveMine')}</Button>
          </>
        ) : undefined
      }
    >
      <p>{errorSentence(t, error)}</p>
    </Notice>
  );
}

type EditorBarProps = {
  editor: Pick<DomainEditor, 'problems' | 'isDirty' | 'isSaving'>;
  onDiscard(): void;
};

function EditorBar({ editor: { problems, isDirty, isSaving }, onDiscard }: EditorBarProps) {
  const { t } = useTranslation();
  return (
    <div className={style.bar}>
      <output>
        {problems.size > 0
          ? t('option.problems', { count: problems.size })
          : t(isDirty ? 'option.unsaved' : 'option.asSaved')}
      </output>
      <div className={style.barActions}>
        {isDirty && !isSaving ? <Button onPress={onDiscard}>{t('option.discard')}</Button> : null}
        <Button type="submit" look="primary" isPending={isSaving}>
          {t('option.save')}
        </Button>
      </div>
    </div>
  );
}

type RemoveQuestionProps = {
  /** The option to remove; undefined while the dialog is closed. */
  option: EditedOption | undefined;
  onConfirm(): void;
  onCancel(): void;
};

function RemoveQuestion({ option, onConfirm, onCancel }: RemoveQuestionProps) {
  const { t, i18n } = useTranslation();
  const name = (option && optionName(option, i18n.language)) || t('option.unnamed');
  return (
    <ConfirmDialog
      isOpen={option !== undefined}
      title={t('option.remove.title', { name })}
      confirmLabel={t('option.remove.confirm')}
      cancelLabel={t('shell.cancel')}
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t('option.remove.text')}</p>
    </ConfirmDialog>
  );
}
