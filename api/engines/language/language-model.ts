import type { HealthPart } from '#api/contract/health.ts';
import type { ResultErrorCode } from '#api/contract/errors.ts';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type ChatRequest = {
  messages: readonly ChatMessage[];
  maxTokens: number;
  /** JSON Schema (draft 2020-12) of the answer. Not sent to servers that do not support it. */
  schema?: { name: string; schema: object };
  /** Default 0, the most deterministic answer. */
  temperature?: number;
  signal: AbortSignal;
  onText?(delta: string): void;
  /**
   * Called when the answer starts again, because the connection broke or the server was busy. The text so far is void.
   */
  onRestart?(): void;
};

export type ChatAnswer = {
  text: string;
  /** `length`: the answer was cut at `maxTokens` or at the end of the context. */
  finish: 'stop' | 'length';
};

export type LanguageModel = {
  /** Name of the model. It is stored with results. */
  name: string;
  /** Context size for prompt and answer together (LLM_CONTEXT). */
  contextTokens: number;
  /** Estimates the tokens of a text, rather too many than too few. Calibrated with the server's counts. */
  countTokens(text: string): number;
  /** @throws ModelError, ContextOverflow, the reason of `signal` */
  chat(request: ChatRequest): Promise<ChatAnswer>;
  /** For `GET /api/v1/health`. */
  state(): HealthPart;
  close(): Promise<void>;
};

/** The model cannot answer, even after retries. The page shows the message of the code. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ResultErrorCode;
  constructor(code: ResultErrorCode, options: { cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
  }
}

/** Prompt and answer exceed the context: ask with less. */
export class ContextOverflow extends Error {
  override readonly name = 'ContextOverflow';
}
