import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { optionName } from '#web/parts/result/options.state.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import style from '../domain.module.css';
import type { KnownRoles } from '../role-choices.ts';
import type { DomainDraft } from '../use-domain-draft.ts';
import { newOption, type EditedOption } from './option-edit.rules.ts';
import { OptionEntry } from './option-entry.tsx';
import { ResetOptions } from './reset-options.tsx';

/** Largest number of options of a host (contract). */
const maxOptions = 50;

type OptionsPartProps = { draft: DomainDraft; roles: KnownRoles; onFocus(selector: string): void };

/** The processing options of the host (§3.4). */
export function OptionsPart({ draft, roles, onFocus }: OptionsPartProps) {
  const { t } = useTranslation();
  const { base, form, checks } = draft;
  const { options } = form;
  const problems = draft.problems.options;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [keyToRemove, setKeyToRemove] = useState<string | null>(null);
  // Each check expands what is wrong, so that its messages are visible.
  const [shownCheck, setShownCheck] = useState(-1);
  if (shownCheck !== checks) {
    setShownCheck(checks);
    setOpen(new Set([...open, ...problems.keys()]));
  }

  const set = (next: readonly EditedOption[]) => draft.change({ options: next });
  const toggle = (key: string, isOpen: boolean) => {
    if (open.has(key) === isOpen) return;
    setOpen(isOpen ? new Set(open).add(key) : new Set([...open].filter((other) => other !== key)));
  };
  const add = () => {
    const keys = options.map(({ key }) => key);
    const number = Array.from({ length: keys.length + 1 }, (_, index) => index).find(
      (each) => !keys.includes(`new-${each}`),
    );
    const key = `new-${number ?? 0}`;
    set([...options, newOption(key)]);
    setOpen(new Set(open).add(key));
    onFocus(`[data-option="${key}"] input`);
  };
  const remove = () => {
    set(options.filter(({ key }) => key !== keyToRemove));
    setKeyToRemove(null);
    onFocus('[data-add]');
  };

  return (
    <>
      <div className={style.origin}>
        <p>{t(base.own ? 'option.own' : 'option.shipped')}</p>
        {base.own ? <ResetOptions draft={draft} /> : null}
      </div>
      <ul className={style.list}>
        {options.map((option) => (
          <OptionEntry
            key={option.key}
            option={option}
            former={base.options}
            roles={roles}
            problems={problems.get(option.key) ?? {}}
            isOpen={open.has(option.key)}
            onToggle={(isOpen) => toggle(option.key, isOpen)}
            onChange={(part) =>
              set(options.map((each) => (each.key === option.key ? { ...each, ...part } : each)))
            }
            onRemove={options.length > 1 ? () => setKeyToRemove(option.key) : null}
          />
        ))}
      </ul>
      <div>
        <Button data-add="" isDisabled={options.length >= maxOptions} onPress={add}>
          <Plus size={20} aria-hidden="true" /> {t('option.add')}
        </Button>
      </div>
      <RemoveQuestion
        option={options.find(({ key }) => key === keyToRemove)}
        onConfirm={remove}
        onCancel={() => setKeyToRemove(null)}
      />
    </>
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
