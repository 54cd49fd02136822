/** Servers whose errors for a request that exceeds the context differ. */
export const overflowStyles = [
  'llama.cpp',
  'vllm',
  'openai',
  'ollama',
  'mistral',
  'tgi',
  'lmstudio',
] as const;
export type OverflowStyle = (typeof overflowStyles)[number];

type Counted = { prompt: number; answer: number; context: number };

export function overflowReply(style: OverflowStyle, { prompt, answer, context }: Counted): [number, object] {
  switch (style) {
    case 'llama.cpp':
      return [
        400,
        {
          error: {
            code: 400,
            message: `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`,
            type: 'exceed_context_size_error',
            n_prompt_tokens: prompt,
            n_ctx: context,
          },
        },
      ];
    case 'vllm':
      return [
        400,
        {
          object: 'error',
          message: `This model's maximum context length is ${context} tokens. However, you requested ${prompt + answer} tokens (${prompt} in the messages, ${answer} in the completion). Please reduce the length of the messages or completion.`,
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      ];
    case 'openai':
      return [
        400,
        {
          error: {
            message: `This model's maximum context length is ${context} tokens. However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`,
            type: 'invalid_request_error',
            param: 'messages',
            code: 'context_length_exceeded',
          },
        },
      ];
    case 'ollama':
      return [
        400,
        { error: { message: 'the input length exceeds the context length', type: 'invalid_request_error' } },
      ];
    case 'mistral':
      return [
        400,
        {
          object: 'error',
          message: `Prompt contains ${prompt} tokens and 0 draft tokens, too large for model with ${context} maximum context length`,
          type: 'invalid_request_prompt',
          code: '3051',
        },
      ];
    case 'tgi':
      return [
        422,
        {
          error: `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${context}. Given: ${prompt} \`inputs\` tokens and ${answer} \`max_new_tokens\``,
          error_type: 'validation',
        },
      ];
    case 'lmstudio':
      return [
        400,
        {
          error: `Trying to keep the first ${prompt} tokens when context the overflows. However, the model is loaded with context length of only ${context} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
        },
      ];
  }
}
