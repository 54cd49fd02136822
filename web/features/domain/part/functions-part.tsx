import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { domainRowSchema, effectiveTags, functionTags, isFunctionTag } from '#api/contract/domain.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import { withTag } from '../form/preview.rules.ts';
import type { DomainDraft } from '../use-domain-draft.ts';
import { OwnChoice } from './own-choice.tsx';

/** Functions that the host offers (§10.23). */
export function FunctionsPart({ draft }: { draft: DomainDraft }) {
  const { t } = useTranslation();
  const { tags } = draft.form;
  const standard = effectiveTags(null).filter(isFunctionTag);
  const names = standard.map((tag) => t(`domain.tag.${tag}.name`)).join(', ');
  return (
    <>
      <OwnChoice
        label={t('domain.functions.choice')}
        standard={t('domain.functions.standard')}
        standardHint={names}
        own={t('domain.functions.own')}
        isOwn={tags !== null}
        onChange={(isOwn) => draft.change({ tags: isOwn ? effectiveTags(null) : null })}
      />
      {tags ? (
        <>
          <ul className={style.switches}>
            {functionTags.map((tag) => (
              <li key={tag}>
                <Checkbox
                  isSelected={tags.includes(tag)}
                  onChange={(isOn) => draft.change({ tags: withTag(tags, tag, isOn) })}
                >
                  <span className={style.name}>{t(`domain.tag.${tag}.name`)}</span>
                  <span className={style.about}>{t(`domain.tag.${tag}.about`)}</span>
                </Checkbox>
              </li>
            ))}
          </ul>
          <OtherTags tags={tags} onChange={(next) => draft.change({ tags: next })} />
        </>
      ) : null}
    </>
  );
}

type OtherTagsProps = { tags: readonly string[]; onChange(tags: string[]): void };

/** Tags without a switch: functions of other versions, or marks of the host's own. */
function OtherTags({ tags, onChange }: OtherTagsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const others = tags.filter((tag) => !isFunctionTag(tag));
  const add = () => {
    const tag = text.trim().toLowerCase();
    const isValid = tag !== '' && domainRowSchema.shape.tags.safeParse([tag]).success;
    setWrong(!isValid);
    field.current?.focus();
    if (!isValid) return;
    onChange(withTag(tags, tag, true));
    setText('');
  };
  return (
    <fieldset className={style.group}>
      <legend>{t('domain.functions.others')}</legend>
      <p className={style.hint}>{t('domain.functions.othersHint')}</p>
      {others.length > 0 ? (
        <ul className={style.chips}>
          {others.map((tag) => (
            <li key={tag} className={style.chip}>
              <span>{tag}</span>
              <Button
                icon
                look="quiet"
                aria-label={t('domain.functions.remove', { tag })}
                onPress={() => {
                  onChange(withTag(tags, tag, false));
                  field.current?.focus();
                }}
              >
                <X size={18} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={style.adding}>
        <TextField
          label={t('domain.functions.tag')}
          value={text}
          onChange={(next) => {
            setText(next);
            setWrong(false);
          }}
          error={isWrong ? t('domain.problem.tag') : undefined}
          inputRef={field}
          autoComplete="off"
          spellCheck="false"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would submit the form.
            event.preventDefault();
            add();
          }}
        />
        <Button onPress={add}>
          <Plus size={20} aria-hidden="true" /> {t('domain.functions.add')}
        </Button>
      </div>
    </fieldset>
  );
}
