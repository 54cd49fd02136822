import { z } from 'zod';
import { jsonOf } from '#api/engines/http/complaint.rules.ts';

export type Piece = {
  /** Text of the answer, without the model's reasoning. */
  text: string;
  /** Whether any text arrived, including reasoning. */
  isAlive: boolean;
  finish: 'stop' | 'length' | 'refused' | null;
  promptTokens: number | null;
  /** Error that the server reported inside a response with status 200; null if there is none. */
  failure: { status: number; body: string } | null;
};

const parts = z.array(z.object({ text: z.string().optional().catch(undefined) }));
const content = z.union([z.string(), parts]).nullish().catch(null);
const writtenSchema = z.object({
  content,
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
});
const pieceSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: writtenSchema.nullish(),
        message: writtenSchema.nullish(),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: z.number() }).nullish().catch(null),
  error: z.unknown().optional(),
  object: z.string().nullish().catch(null),
  code: z.unknown().optional(),
});
const failureSchema = z.object({ code: z.coerce.number().int().min(400).max(599) });

/** Parses a chunk of the stream or a whole response. Returns null if it does not follow the protocol. */
export function parsePiece(data: string): Piece | null {
  const parsed = pieceSchema.safeParse(jsonOf(data)).data;
  const error = parsed?.object === 'error' ? { code: parsed.code } : parsed?.error;
  if (!parsed || (parsed.choices === undefined && parsed.usage === undefined && error === undefined))
    return null;
  const choice = parsed.choices?.[0];
  const written = choice?.delta ?? choice?.message;
  const text = textOf(written?.content);
  const hasFailed = error !== undefined && error !== null;
  return {
    text,
    isAlive: text !== '' || Boolean(written?.reasoning_content ?? written?.reasoning),
    finish: toFinish(choice?.finish_reason),
    promptTokens: parsed.usage?.prompt_tokens ?? null,
    failure: hasFailed ? { status: failureSchema.safeParse(error).data?.code ?? 500, body: data } : null,
  };
}

const textOf = (value: z.infer<typeof content>): string =>
  typeof value === 'string' ? value : (value ?? []).map((part) => part.text ?? '').join('');

function toFinish(reason: string | null | undefined): Piece['finish'] {
  if (!reason) return null;
  if (reason === 'length' || reason === 'model_length') return 'length';
  return reason === 'content_filter' ? 'refused' : 'stop';
}
