import type { HealthPart } from '#api/contract/health.ts';
import type { ResultErrorCode } from '#api/contract/errors.ts';

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type ChatRequest = {
  messages: readonly ChatMessage[];
  /** Tokens that the answer may have. */
  maxTokens: number;
  /** JSON Schema (draft 2020-12) of the answer; a server that does not know such a thing is asked without. */
  schema?: { name: string; schema: object };
  /** 0 (default): as much the same each time as the server can. */
  temperature?: number;
  signal: AbortSignal;
  /** What has come since the last call. */
  onText?(delta: string): void;
  /** What came is void: the answer begins anew (a connection broke, the server was too busy). */
  onRestart?(): void;
};

export type ChatAnswer = {
  text: string;
  /** `length`: the answer was cut at `maxTokens` or at the end of the context. */
  finish: 'stop' | 'length';
};

/** A language model behind the chat completions protocol. */
export type LanguageModel = {
  /** As results name it. */
  name: string;
  /** Tokens of question and answer together (LLM_CONTEXT). */
  contextTokens: number;
  /** Tokens of a text, rather too many than too few; learns from what the server counts. */
  countTokens(text: string): number;
  /** @throws ModelError, ContextOverflow, the reason of `signal` */
  chat(request: ChatRequest): Promise<ChatAnswer>;
  /** For `GET /api/v1/health`. */
  state(): HealthPart;
  close(): Promise<void>;
};

/** The model cannot answer, also when asked again; what people read is the code's sentence. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ResultErrorCode;
  constructor(code: ResultErrorCode, options: { cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
  }
}

/** Question and answer do not fit into the context: ask with less. */
export class ContextOverflow extends Error {
  override readonly name = 'ContextOverflow';
}
