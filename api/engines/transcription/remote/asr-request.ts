import { randomUUID } from 'node:crypto';
import { vocabularyToPrompt } from './prompt.rules.ts';

export type RequestForm = {
  format: 'verbose_json' | 'json';
  granularities: readonly string[];
  hasTimes: boolean;
};

/**
 * Forms of a request. The first gets the most detailed answer, the last is supported by every server. If a form is
 * rejected, the next one is tried.
 */
export const formsOfRequest: readonly RequestForm[] = [
  { format: 'verbose_json', granularities: ['segment', 'word'], hasTimes: true },
  { format: 'verbose_json', granularities: [], hasTimes: true },
  { format: 'json', granularities: [], hasTimes: false },
];

type RequestFields = {
  model: string;
  language: string;
  vocabulary: readonly string[];
  form: RequestForm;
};

/**
 * Returns a multipart body (RFC 7578) as pieces in order. It is built here, because `FormData` copies the audio three
 * times. Field names are constants. Values may contain anything but the boundary.
 */
export function toRequest(
  wav: Uint8Array,
  { model, language, vocabulary, form }: RequestFields,
): { body: Uint8Array[]; contentType: string } {
  const boundary = `wortlaut-${randomUUID()}`;
  const prompt = vocabularyToPrompt(vocabulary);
  const fields: [name: string, value: string][] = [
    ['model', model],
    ['language', language],
    ['response_format', form.format],
    ['temperature', '0'],
    ...form.granularities.map((each): [string, string] => ['timestamp_granularities[]', each]),
    ...(prompt === '' ? [] : [['prompt', prompt] satisfies [string, string]]),
  ];
  const head = fields.map(([name, value]) => `--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`);
  const fileHead = `--${boundary}\r\n${disposition('file')}; filename="part.wav"\r\nContent-Type: audio/wav\r\n\r\n`;
  return {
    body: [Buffer.from(head.join('') + fileHead), wav, Buffer.from(`\r\n--${boundary}--\r\n`)],
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;
