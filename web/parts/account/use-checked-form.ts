import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import type { FieldProblems } from './field-problem.rules.ts';

type CheckedFormOptions<F> = {
  element: RefObject<HTMLFormElement | null>;
  empty: F;
  problemsOf(form: F): FieldProblems<F>;
  /** Sends the form. Where it leads to another page, it may stay pending for ever. */
  send(form: F): Promise<void>;
};

/**
 * State of a form about an account of the embedded provider. The fields show their problems after the first submit. The form is
 * empty again after it was sent.
 */
export function useCheckedForm<F extends Record<string, string>>(options: CheckedFormOptions<F>) {
  const { t } = useTranslation();
  const [form, setForm] = useState(options.empty);
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const problems = isChecked ? options.problemsOf(form) : {};

  const send = async (values: F) => {
    setSending(true);
    setFailure(null);
    try {
      await options.send(values);
      setForm(options.empty);
      setChecked(false);
    } catch (error) {
      setFailure(error);
    }
    setSending(false);
  };

  return {
    isSending,
    failure,
    failureText: failure === null ? null : errorSentence(t, failure),
    field: (name: keyof F & string) => {
      const problem = (problems as FieldProblems<F>)[name];
      return {
        name,
        value: form[name] as string,
        onChange: (value: string) => setForm((current) => ({ ...current, [name]: value })),
        error: problem ? t(`auth.field.${problem.key}`, { count: problem.count ?? 0 }) : undefined,
      };
    },
    submit: async (event?: React.FormEvent) => {
      event?.preventDefault();
      setChecked(true);
      const [first] = Object.keys(options.problemsOf(form));
      if (first) options.element.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      else await send(form);
    },
    sendValues: send,
  };
}
