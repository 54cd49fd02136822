import type { ResultErrorCode } from '#api/contract/errors.ts';
import { concernsModel, parseComplaint, type Complaint } from '#api/engines/http/complaint.rules.ts';

export type Outcome =
  | { kind: 'answered' }
  /**
   * The request is too long for the model. `contextTokens` is the context size that the server states, or null if it
   * states none.
   */
  | { kind: 'overflow'; contextTokens: number | null }
  /**
   * The server rejects the form of the request. `field` is the field that it does not support, or null if it names
   * none.
   */
  | { kind: 'rejected'; field: RefusedField | null }
  /** A retry may help. `code` is the error if the last retry fails too. */
  | { kind: 'later'; code: ResultErrorCode; retryAfterMs: number }
  /** No retry can help. */
  | { kind: 'failed'; code: ResultErrorCode };

const refusedFields = ['stream_options', 'response_format', 'max_tokens', 'temperature'] as const;
export type RefusedField = (typeof refusedFields)[number];

type Facts = { status: number; body: string; retryAfterMs: number | null };

const refusing = new Set([401, 402, 403]);
const busy = new Set([408, 425, 429, 503, 529]);
const down = new Set([502, 504, 521, 522, 523, 524]);
const rejecting = new Set([400, 404, 415, 422]);
const overflowing = new Set([400, 413, 422, 500]);

/**
 * Interprets a response. Of an error's body only codes are kept, because its text may repeat the key or the transcript.
 */
export function outcomeOf({ status, body, retryAfterMs }: Facts): Outcome {
  if (status >= 200 && status < 300) return { kind: 'answered' };
  const complaint = parseComplaint(body);
  // Providers report an exhausted quota as "too many requests".
  if (complaint.code === 'insufficient_quota' || refusing.has(status))
    return { kind: 'failed', code: 'processing.model_refused' };
  if (status === 413 || (overflowing.has(status) && isOverflow(complaint)))
    return { kind: 'overflow', contextTokens: statedContext(body) };
  const field = fieldOf(complaint);
  if (rejecting.has(status) && field === null && isModelUnknown(status, body, complaint))
    return { kind: 'failed', code: 'processing.model_unknown' };
  if (rejecting.has(status) && status !== 404) return { kind: 'rejected', field };
  const later = laterCode(status);
  if (later) return { kind: 'later', code: later, retryAfterMs: retryAfterMs ?? 0 };
  // 404, redirects and others mean that the server does not speak the protocol.
  return { kind: 'failed', code: 'processing.model_unreachable' };
}

function laterCode(status: number): ResultErrorCode | null {
  if (busy.has(status)) return 'processing.model_busy';
  if (down.has(status)) return 'processing.model_unreachable';
  return status >= 500 ? 'processing.model_failed' : null;
}

const isModelUnknown = (status: number, body: string, complaint: Complaint): boolean =>
  concernsModel(status, complaint) || (status === 404 && body.trim() === '');

/**
 * Phrases that say that a request is too long, from OpenAI, vLLM, llama.cpp, llama-cpp-python, Ollama, LM Studio,
 * Mistral, TGI, SGLang, Anthropic and Google.
 */
const overflowPhrases = [
  // Codes: the first of OpenAI, Groq, DeepSeek and OpenRouter, the second of llama.cpp (pull request 15780), the third
  // of LiteLLM.
  'context_length_exceeded',
  'exceed_context_size_error',
  'context_window_exceeded',
  'maximum context length',
  'available context size',
  'exceed context window',
  'exceeds the context window',
  'exceeds the context length',
  'context length of only',
  "model's context length",
  'context size has been exceeded',
  'max_new_tokens` must be <=',
  'max_seq_len',
  'prompt is too long',
  'prompt too long',
  'input is too long',
  'maximum allowed input length',
  'input token count',
  'reduce the length of the',
  'too large for model with',
  'exceeded model token limit',
  // vLLM says this if the prompt alone fills the context.
  'max_tokens must be at least 1',
];

const isOverflow = ({ names }: Complaint): boolean => overflowPhrases.some(names);

function statedContext(body: string): number | null {
  const stated =
    /"n_ctx":\s*(\d{3,7})/.exec(body) ??
    /maximum context length (?:is |of |\()?(\d{3,7})/i.exec(body) ??
    /context size \((\d{3,7}) tokens\)/i.exec(body) ??
    /with (\d{3,7}) maximum context length/i.exec(body) ??
    /context length of only (\d{3,7})/i.exec(body);
  return stated ? Number(stated[1]) : null;
}

const formatPhrases = [
  'response_format',
  'json_schema',
  'json_object',
  'grammar',
  'structured output',
  'guided',
];

function fieldOf({ param, names }: Complaint): RefusedField | null {
  const named = refusedFields.find((field) => param.startsWith(field));
  if (named) return named;
  if (formatPhrases.some((phrase) => param.includes(phrase) || names(phrase))) return 'response_format';
  return refusedFields.find(names) ?? null;
}
