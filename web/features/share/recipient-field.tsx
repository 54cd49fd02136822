import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { Tag, TagGroup, TagList } from 'react-aria-components';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './recipient-field.module.css';
import { endsAddress, takeRecipients, type EntryProblem } from './recipients.rules.ts';

export type Recipients = { addresses: string[]; text: string; problems: EntryProblem[]; isTooMany: boolean };

export const noRecipients: Recipients = { addresses: [], text: '', problems: [], isTooMany: false };

export function taken({ addresses, text }: Recipients): Recipients {
  const { left, ...rest } = takeRecipients(addresses, text);
  return { ...rest, text: left };
}

type RecipientFieldProps = {
  value: Recipients;
  onChange(next: Recipients): void;
  /** True after a submit without recipients. */
  isMissing: boolean;
  inputRef: React.Ref<HTMLInputElement>;
};

/**
 * Field for typed or pasted addresses, with the list of the addresses, each with a button that removes it. The text
 * that is left in the field is added at submit. It is not added at blur, because the list would grow and move the
 * pressed button away.
 */
export function RecipientField({ value, onChange, isMissing, inputRef }: RecipientFieldProps) {
  const { t } = useTranslation();
  const { addresses, text, problems, isTooMany } = value;
  const errors = [
    ...problems.map(({ problem, text: part }) => t(`share.problem.${problem}`, { text: part })),
    ...(isTooMany ? [t('share.tooManyRecipients', { max: limits.maxRecipients })] : []),
    ...(isMissing && addresses.length === 0 && problems.length === 0 ? [t('share.needRecipient')] : []),
  ];
  const take = (written: string) => onChange(taken({ ...value, text: written }));
  return (
    <div className={style.field}>
      <TextField
        label={t('share.recipients')}
        hint={t('share.recipientsHint')}
        error={errors.length > 0 ? errors.join(' ') : undefined}
        inputRef={inputRef}
        inputMode="email"
        autoComplete="email"
        spellCheck="false"
        value={text}
        onChange={(next) =>
          endsAddress(next) ? take(next) : onChange({ ...value, text: next, problems: [], isTooMany: false })
        }
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          // A single address that is pasted stays in the field, where it can be edited.
          if (!/[,;\n]/.test(pasted.trim())) return;
          event.preventDefault();
          take(`${text} ${pasted}`);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '') {
            event.continuePropagation();
            return;
          }
          event.preventDefault();
          take(text);
        }}
      />
      {addresses.length > 0 ? (
        <TagGroup
          aria-label={t('share.recipientList')}
          onRemove={(keys) =>
            onChange({
              ...value,
              addresses: addresses.filter((address) => !keys.has(address)),
              isTooMany: false,
            })
          }
        >
          <TagList className={style.list}>
            {addresses.map((address) => (
              <Tag key={address} id={address} textValue={address} className={style.tag}>
                <span className={style.address}>{address}</span>
                <Button
                  slot="remove"
                  look="quiet"
                  icon
                  aria-label={t('share.removeRecipient')}
                  className={style.remove}
                >
                  <X size={16} aria-hidden="true" />
                </Button>
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      ) : null}
      <VisuallyHidden live="polite">
        {addresses.length > 0 ? t('share.count', { count: addresses.length }) : ''}
      </VisuallyHidden>
    </div>
  );
}
