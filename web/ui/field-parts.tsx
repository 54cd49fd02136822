import { CircleAlert } from 'lucide-react';
import { FieldError, Label, Text } from 'react-aria-components';
import style from './field.module.css';

export function FieldLabel({ label, optional }: { label: string; optional?: string | undefined }) {
  return (
    <Label className={style.label}>
      {label} {optional ? <span className={style.optional}>({optional})</span> : null}
    </Label>
  );
}

/** Shows hint and error, and connects them to the field for screen readers. */
export function FieldNotes({ hint, error }: { hint?: string | undefined; error?: string | undefined }) {
  return (
    <>
      {hint ? (
        <Text slot="description" className={style.hint}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={style.error}>
        {({ validationErrors }) => (
          <>
            <CircleAlert size={16} aria-hidden="true" />
            <span>{error ?? validationErrors.join(' ')}</span>
          </>
        )}
      </FieldError>
    </>
  );
}
