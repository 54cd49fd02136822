import { clsx } from 'clsx';
import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components';
import type { TextFieldProps as AriaProps } from 'react-aria-components';
import { FieldLabel, FieldNotes } from './field-parts.tsx';
import style from './field.module.css';

type TextAreaProps = Omit<AriaProps, 'className' | 'style' | 'children'> & {
  label: string;
  hint?: string;
  error?: string | undefined;
  placeholder?: string;
  rows?: number;
  inputRef?: React.Ref<HTMLTextAreaElement>;
};

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, placeholder, rows = 4, inputRef, ...rest } = props;
  return (
    <AriaTextField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={style.field}
    >
      <FieldLabel label={label} />
      <AriaTextArea
        ref={inputRef}
        rows={rows}
        placeholder={placeholder}
        className={clsx(style.control, style.area)}
      />
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}
