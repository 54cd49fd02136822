import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './speaker.module.css';

type SpeakerNameProps = {
  shown: string;
  /** Name that a person has set; empty if there is none. */
  given: string;
  onRename(name: string): void;
  children: React.ReactNode;
};

/** A button with the name of a speaker. It opens a field for the name: Enter saves it, Escape cancels. */
export function SpeakerName({ shown, given, onRename, children }: SpeakerNameProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={style.chip}>
        <span className={style.seen} aria-hidden="true">
          {children}
        </span>
        <VisuallyHidden>{t('transcript.speaker.rename', { name: shown })}</VisuallyHidden>
        <Pencil size={14} aria-hidden="true" className={style.pencil} />
      </AriaButton>
      <NamePopover
        shown={shown}
        given={given}
        onSave={(name) => {
          setOpen(false);
          onRename(name);
        }}
      />
    </DialogTrigger>
  );
}

type NamePopoverProps = {
  shown: string;
  given: string;
  /** Element beside which the popover opens; null while it is closed. Undefined if a trigger opens it. */
  anchor?: Element | null;
  onClose?(): void;
  onSave(name: string): void;
};

export function NamePopover({ shown, given, anchor, onClose, onSave }: NamePopoverProps) {
  const { t } = useTranslation();
  const placed =
    anchor === undefined
      ? {}
      : {
          triggerRef: { current: anchor },
          isOpen: anchor !== null,
          onOpenChange: (isOpen: boolean) => !isOpen && onClose?.(),
        };
  return (
    <Popover className={style.popover} placement="bottom start" {...placed}>
      <Dialog aria-label={t('transcript.speaker.rename', { name: shown })} className={style.dialog}>
        <NameForm given={given} onSave={onSave} />
      </Dialog>
    </Popover>
  );
}

function NameForm({ given, onSave }: { given: string; onSave(name: string): void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(given);
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft.trim());
      }}
    >
      <TextField
        label={t('transcript.speaker.nameLabel')}
        hint={t('transcript.speaker.nameHint')}
        value={draft}
        maxLength={limits.maxSpeakerNameLength}
        onChange={setDraft}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has opened the field by a press
        autoFocus
        onFocus={({ target }) => (target as HTMLInputElement).select()}
      />
      <Button type="submit" look="primary">
        {t('transcript.speaker.save')}
      </Button>
    </form>
  );
}
