import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import type { FieldProblems } from './auth.rules.ts';

type AuthFormOptions<F> = {
  element: RefObject<HTMLFormElement | null>;
  empty: F;
  problemsOf(form: F): FieldProblems<F>;
  send(form: F): Promise<{ redirect_to: string }>;
};

/** State of a form of the embedded provider. The fields show their problems after the first submit. */
export function useAuthForm<F extends Record<string, string>>(options: AuthFormOptions<F>) {
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
      const { redirect_to: next } = await options.send(values);
      location.replace(next);
    } catch (error) {
      setSending(false);
      setFailure(error);
    }
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
