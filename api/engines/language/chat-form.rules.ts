import type { RefusedField } from './chat-outcome.rules.ts';
import type { ChatRequest } from './language-model.ts';

/** Features of the protocol that a server supports, as far as that is known. */
export type ChatForm = {
  format: 'json_schema' | 'json_object' | 'none';
  hasUsage: boolean;
  /** Name of the field for the largest number of tokens. Newer models of OpenAI accept only the second name. */
  limit: 'max_tokens' | 'max_completion_tokens';
  hasTemperature: boolean;
};

export const fullForm: ChatForm = {
  format: 'json_schema',
  hasUsage: true,
  limit: 'max_tokens',
  hasTemperature: true,
};

/** Builds the body of a request. `response_format` is sent only with a schema. */
export function toBody(model: string, request: ChatRequest, form: ChatForm): string {
  const { messages, maxTokens, schema, temperature = 0 } = request;
  return JSON.stringify({
    model,
    messages,
    stream: true,
    ...(form.hasUsage ? { stream_options: { include_usage: true } } : {}),
    [form.limit]: maxTokens,
    ...(form.hasTemperature ? { temperature } : {}),
    ...(schema && form.format !== 'none' ? { response_format: toFormat(schema, form.format) } : {}),
  });
}

const toFormat = (
  schema: NonNullable<ChatRequest['schema']>,
  format: 'json_schema' | 'json_object',
): object =>
  format === 'json_object'
    ? { type: 'json_object' }
    : { type: 'json_schema', json_schema: { name: schema.name, strict: true, schema: schema.schema } };

/** Returns the next simpler form after a rejection, or null if no further feature can be left out. */
export function simplerForm(form: ChatForm, field: RefusedField | null, hasSchema: boolean): ChatForm | null {
  const formats = { json_schema: 'json_object', json_object: 'none', none: null } as const;
  const format = hasSchema ? formats[form.format] : null;
  if (field === 'max_tokens' && form.limit === 'max_tokens')
    return { ...form, limit: 'max_completion_tokens' };
  if (field === 'temperature' && form.hasTemperature) return { ...form, hasTemperature: false };
  if (field === 'stream_options' && form.hasUsage) return { ...form, hasUsage: false };
  if (format !== null) return { ...form, format };
  if (form.hasUsage) return { ...form, hasUsage: false };
  return form.hasTemperature ? { ...form, hasTemperature: false } : null;
}
