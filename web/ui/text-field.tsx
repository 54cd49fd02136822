import { clsx } from 'clsx';
import { Input, TextField as AriaTextField, type TextFieldProps as AriaProps } from 'react-aria-components';
import { FieldLabel, FieldNotes } from './field-parts.tsx';
import style from './field.module.css';

export type TextFieldProps = Omit<AriaProps, 'className' | 'style' | 'children'> & {
  label: string;
  /** The word “optional” in the page's language, shown beside the label. */
  optional?: string;
  hint?: string;
  /** Message below the field. With a message the field is invalid. */
  error?: string | undefined;
  placeholder?: string;
  /** Which letters a keyboard on the screen writes as capitals by itself. */
  autoCapitalize?: 'characters' | 'words' | 'sentences' | 'none';
  /** A control at the end of the field, 44 px wide. */
  trailing?: React.ReactNode;
  inputRef?: React.Ref<HTMLInputElement>;
};

export function TextField(props: TextFieldProps) {
  const { label, optional, hint, error, placeholder, autoCapitalize, trailing, inputRef, ...rest } = props;
  return (
    <AriaTextField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={style.field}
    >
      <FieldLabel label={label} optional={optional} />
      <div className={style.group}>
        <Input
          ref={inputRef}
          placeholder={placeholder}
          autoCapitalize={autoCapitalize}
          className={clsx(style.control, trailing && style.withTrailing)}
        />
        {trailing ? <div className={style.trailing}>{trailing}</div> : null}
      </div>
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}
