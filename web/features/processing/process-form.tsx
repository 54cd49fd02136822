import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferedOption } from '#api/contract/option.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { useIsMakeable } from '#web/parts/result/options.state.ts';
import { TemplateRequest } from '#web/parts/result/template-request.tsx';
import { useResultNames } from '#web/parts/result/use-result-names.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OptionList } from './option-list.tsx';
import { OverwriteQuestion } from './overwrite-question.tsx';
import { ProcessSections } from './process-sections.tsx';
import {
  firstChoice,
  isNothing,
  overwritten,
  toOffer,
  type Choice,
  type SourceTab,
} from './process-choice.rules.ts';
import style from './process-dialog.module.css';
import { useSendChoice } from './use-send-choice.ts';

export type TypedText = { prompt: string; hints: string };

type ProcessFormProps = {
  session: SessionDetail;
  options: readonly OfferedOption[];
  asked: { source?: SourceTab | undefined; chosen?: readonly string[] | undefined };
  typed: TypedText;
  onClose(): void;
  onSent(label: string): void;
};

/** The form of the processing dialog. It is mounted anew each time the dialog opens. */
export function ProcessForm({ session, options, asked, typed, onClose, onSent }: ProcessFormProps) {
  const { t } = useTranslation();
  const nameOf = useResultNames(session);
  const [held, setChoice] = useState<Choice>(() => ({
    ...firstChoice(options, session, asked),
    corrections: new Set(),
    ...typed,
  }));
  const isMakeable = useIsMakeable();
  // The host may have switched fact checks off since one was chosen.
  const choice = { ...held, options: new Set([...held.options].filter(isMakeable)) };
  const [isEmpty, setEmpty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const sending = useSendChoice(session, (label) => {
    Object.assign(typed, { prompt: '', hints: '' });
    onClose();
    if (label !== null) onSent(label);
  });
  const offer = toOffer(options, session.language);
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    Object.assign(typed, { prompt: next.prompt, hints: next.hints });
    setEmpty(false);
    setChoice(next);
  };
  // While the request is sent, the cached session looks as if the request had succeeded. The form shows the session
  // from before.
  const [before, setBefore] = useState<SessionDetail | null>(null);
  const shown = sending.isPending && before ? before : session;
  const there = overwritten(choice, shown);
  const send = () => {
    setAsking(false);
    setBefore(session);
    void sending.send(choice).then((rest) => rest && setChoice(rest));
  };
  const submit = () => {
    if (sending.isPending) return;
    if (isNothing(choice)) setEmpty(true);
    else if (there.length > 0) setAsking(true);
    else send();
  };
  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {offer.hasModel || options.length === 0 ? null : (
        <Notice kind="info">
          <p>{t('processing.dialog.noModel')}</p>
        </Notice>
      )}
      {offer.texts.length > 0 ? (
        <OptionList
          heading={t('processing.dialog.options')}
          options={offer.texts}
          session={shown}
          chosen={choice.options}
          onChange={(chosen) => change({ options: chosen })}
        />
      ) : (
        <p>{t('processing.dialog.noneOffered')}</p>
      )}
      <ProcessSections
        offer={offer}
        choice={choice}
        session={shown}
        nameOf={nameOf}
        isQuestion={asked.source !== undefined}
        onChange={change}
      />
      <TemplateRequest />
      <div className={style.foot}>
        {sending.error !== null ? (
          <Notice kind="error" live="alert" title={t('processing.dialog.failed')}>
            <p>{errorSentence(t, sending.error)}</p>
            {sending.isPartly ? <p>{t('processing.dialog.partly')}</p> : null}
          </Notice>
        ) : null}
        {isEmpty ? (
          <Notice kind="warn" live="alert">
            <p>{t('processing.dialog.nothing')}</p>
          </Notice>
        ) : null}
        <div className={style.actions}>
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" look="primary" isPending={sending.isPending}>
            {t('processing.dialog.submit')}
          </Button>
        </div>
      </div>
      <OverwriteQuestion
        isOpen={isAsking}
        names={there.map(nameOf)}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      />
    </form>
  );
}
