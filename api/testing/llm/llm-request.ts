export type LlmRequest = {
  path: string;
  authorization: string | undefined;
  body: {
    model?: string;
    messages: { role: string; content: string }[];
    stream?: boolean;
    max_tokens?: number;
    temperature?: number;
    stream_options?: { include_usage?: boolean };
    response_format?: { type: string; json_schema?: { name: string; schema: Record<string, unknown> } };
  };
  isAborted: boolean;
};
