import type { HealthPart } from '#api/contract/health.ts';
import type { ResultErrorCode } from '#api/contract/errors.ts';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type ChatRequest = {
  messages: readonly ChatMessage[];
  maxTokens: number;
  /** JSON Schema (draft 2020-12) of the answer. It is not sent to servers that do not support it. */
  schema?: { name: string; schema: object };
  /** Sampling temperature. The default 0 gives the most deterministic answer. */
  temperature?: number;
  signal: AbortSignal;
  onText?(delta: string): void;
  /**
   * Called when the answer starts again, because the connection broke or the server was busy. The text that came before
   * is void.
   */
  onRestart?(): void;
};

export type ChatAnswer = {
  text: string;
  /** `length` means that the answer was cut at `maxTokens` or at the end of the context. */
  finish: 'stop' | 'length';
};

export type LanguageModel = {
  /** Name of the model. It is stored with results. */
  name: string;
  /** Size of the context, which prompt and answer share, in tokens (LLM_CONTEXT). */
  contextTokens: number;
  /**
   * Estimates the number of tokens of a text, rather too many than too few. The estimate is corrected by the server's
   * counts.
   */
  countTokens(text: string): number;
  /** @throws ModelError, ContextOverflow, the reason of `signal` */
  chat(request: ChatRequest): Promise<ChatAnswer>;
  /** Returns the state that `GET /api/v1/health` shows. */
  state(): HealthPart;
  close(): Promise<void>;
};

/** The model cannot answer, even after retries. The page shows the message that belongs to the code. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ResultErrorCode;
  constructor(code: ResultErrorCode, options: { cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
  }
}

/** Prompt and answer together exceed the context. The caller must ask with less text. */
export class ContextOverflow extends Error {
  override readonly name = 'ContextOverflow';
}
