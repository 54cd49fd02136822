import { ConfigError } from '#api/lib/start-error.ts';
import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { z } from 'zod';
import {
  wholeNumber,
  origin,
  folder,
  yesOrNo,
  gigabytes,
  megabytes,
  serverAddress,
  serverKey,
  optionalText,
  root,
  textToMp3Format,
} from './config-values.ts';
import { mp3FormatSchema } from '#api/contract/domain.ts';
import { hasFallbackRule, parseRealmRules, type RealmRule } from '#api/engines/identity/realm.rules.ts';
import { parseMailFrom } from '#api/engines/mail/mail-from.rules.ts';
import { parseSmtpUrl } from '#api/engines/mail/smtp-url.rules.ts';

/** One environment variable: its row in the README and the schema that reads it. */
type Setting<T> = {
  name: string;
  default: string;
  sentence: string;
  /** The value that is expected. It completes the sentence "… must be …". */
  expects: string;
  /**
   * Parses the text. The default of the schema applies if the variable is absent, and also if it is empty and
   * `keepsEmpty` is not set.
   */
  schema: z.ZodType<T>;
  /** True if an empty variable has a different meaning from an absent one. */
  keepsEmpty?: true;
  isSecret?: true;
};

const setting = <T>(value: Setting<T>): Setting<T> => value;

const defaultPort = 3000;
const environments = ['prod', 'stage', 'dev', 'test'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const byKey = {
  port: setting({
    name: 'PORT',
    default: String(defaultPort),
    sentence: 'The port where it listens.',
    expects: 'a whole number from 0 to 65535',
    schema: wholeNumber(0, 65_535).default(defaultPort),
  }),
  host: setting({
    name: 'HOST',
    default: '127.0.0.1',
    sentence: 'The address where it listens; `0.0.0.0` for every network of the machine.',
    expects: 'an address or a host name',
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
  }),
  publicUrl: setting({
    name: 'PUBLIC_URL',
    default: 'http://localhost:$PORT',
    sentence: 'The address that people type; the addresses of the sign-in derive from it.',
    expects: 'an http or https address without a path',
    schema: origin.nullable().default(null),
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    default: './data',
    sentence: 'Where the database, the audio, uploads in progress and the keys of one server are kept.',
    expects: 'the path of a folder',
    schema: folder('./data'),
  }),
  modelsDirs: setting({
    name: 'MODELS_DIR',
    default: './models/store',
    sentence: 'Where model files are kept; more read-only folders may follow, separated like PATH.',
    expects: 'one or more paths of folders',
    schema: z
      .string()
      .default('./models/store')
      .transform((value) => [
        ...value
          .split(delimiter)
          .filter(Boolean)
          .map((path) => resolve(root, path)),
        join(root, 'models'),
      ])
      .refine((paths) => paths.length > 1),
  }),
  modelSource: setting({
    name: 'MODEL_SOURCE',
    default: 'https://huggingface.co',
    sentence: 'Where the server fetches the configured model in the background; empty: it never fetches one.',
    expects: 'an http or https address, or empty',
    keepsEmpty: true,
    schema: z
      .union([z.literal('').transform(() => null), z.url({ protocol: /^https?$/ })])
      .default('https://huggingface.co')
      .transform((value) => value?.replace(/\/+$/, '') ?? null),
  }),
  tlsCert: setting({
    name: 'TLS_CERT',
    default: '',
    sentence: 'Certificate file (PEM) for HTTPS of its own.',
    expects: 'the path of a PEM file, together with TLS_KEY',
    schema: optionalText,
  }),
  tlsKey: setting({
    name: 'TLS_KEY',
    default: '',
    sentence: 'Key file (PEM) for HTTPS of its own.',
    expects: 'the path of a PEM file, together with TLS_CERT',
    schema: optionalText,
  }),
  trustProxy: setting({
    name: 'TRUST_PROXY',
    default: 'false',
    sentence: 'Behind a proxy: believe its X-Forwarded-Host, -Proto and -For.',
    expects: 'true or false',
    schema: yesOrNo,
  }),
  registration: setting({
    name: 'REGISTRATION',
    default: 'open',
    sentence:
      'Whether people may register. The first account can always be registered, and becomes superuser.',
    expects: 'open or closed',
    schema: z.enum(['open', 'closed']).default('open'),
  }),
  quotaBytes: setting({
    name: 'QUOTA_GB',
    default: '',
    sentence: 'Audio kept per user, in GB (10^9 bytes), uploads in progress included; empty: no limit.',
    expects: 'a number of gigabytes above 0, such as 20 or 0.5',
    schema: gigabytes.nullable().default(null),
  }),
  remoteDictation: setting({
    name: 'REMOTE_DICTATION',
    default: 'false',
    sentence:
      'Whether dictation may use a speech recognition of the browser that sends the sound elsewhere, after the person agreed.',
    expects: 'true or false',
    schema: yesOrNo,
  }),
  transcriptionModel: setting({
    name: 'TRANSCRIPTION_MODEL',
    default: 'whisper-base',
    sentence: 'The id in `models/manifest.json` of the model that transcribes.',
    expects: 'an id of letters, digits, dot, dash and underscore',
    schema: z
      .string()
      .regex(/^[\w-][\w.-]*$/)
      .default('whisper-base'),
  }),
  transcriptionSlots: setting({
    name: 'TRANSCRIPTION_SLOTS',
    default: 'half the cores, at least 1',
    sentence: 'Transcriptions at once.',
    expects: 'a whole number from 1 to 64',
    schema: wholeNumber(1, 64).default(() => Math.max(1, Math.floor(availableParallelism() / 2))),
  }),
  asrUrl: setting({
    name: 'ASR_URL',
    default: '',
    sentence:
      "A server with OpenAI's `/v1/audio/transcriptions` that transcribes in place of the embedded model, with or without the `/v1`. Recordings are sent there.",
    expects: 'an http or https address without user, query and fragment',
    schema: serverAddress,
  }),
  asrKey: setting({
    name: 'ASR_KEY',
    default: '',
    sentence: 'The key that ASR_URL wants to see; it is sent nowhere else and never logged.',
    expects: 'a key of printable characters without spaces',
    schema: serverKey,
    isSecret: true,
  }),
  asrModel: setting({
    name: 'ASR_MODEL',
    default: '',
    sentence: 'The name of the model at ASR_URL, such as `whisper-1`.',
    expects: 'the name of a model that the server knows, because ASR_URL is set',
    schema: z.string().default(''),
  }),
  asrPartBytes: setting({
    name: 'ASR_PART_MB',
    default: '24',
    sentence:
      'The largest file that ASR_URL takes, in MB (10^6 bytes). What is sent is wav, 1.92 MB a minute, and never more than 5 minutes at once.',
    expects: 'a number of megabytes from 1 to 9999',
    schema: megabytes.default(24e6),
  }),
  llmUrl: setting({
    name: 'LLM_URL',
    default: '',
    sentence:
      "A server with OpenAI's `/v1/chat/completions` (llama.cpp, Ollama, vLLM, a provider) that writes summaries and the like, with or without the `/v1`. Transcripts and notes are sent there. Empty: what can be is extracted by the server itself.",
    expects: 'an http or https address without user, query and fragment',
    schema: serverAddress,
  }),
  llmKey: setting({
    name: 'LLM_KEY',
    default: '',
    sentence: 'The key that LLM_URL wants to see; it is sent nowhere else and never logged.',
    expects: 'a key of printable characters without spaces',
    schema: serverKey,
    isSecret: true,
  }),
  llmModel: setting({
    name: 'LLM_MODEL',
    default: '',
    sentence: 'The name of the model at LLM_URL, such as `qwen3:14b`.',
    expects: 'the name of a model that the server knows, because LLM_URL is set',
    schema: z.string().default(''),
  }),
  llmContext: setting({
    name: 'LLM_CONTEXT',
    default: '8192',
    sentence:
      'How many tokens the model at LLM_URL takes, question and answer together. Set it to what that server is set up with (Ollama: `OLLAMA_CONTEXT_LENGTH`, llama.cpp: `--ctx-size` for each slot). Longer transcripts are split.',
    expects: 'a whole number from 1024 to 1000000',
    schema: wholeNumber(1024, 1_000_000).default(8192),
  }),
  smtp: setting({
    name: 'SMTP_URL',
    default: '',
    sentence:
      'The server that takes outgoing mail, such as `smtp://user:password@mail.example.org:587` or `smtps://…`; user and password percent-encoded. Where a password crosses a network, STARTTLS is required; `?starttls=required` or `never` decides otherwise. Empty: documents are not sent by e-mail.',
    expects: 'an smtp or smtps address with or without user and password, such as smtp://mail.example.org:25',
    schema: z
      .string()
      .transform(parseSmtpUrl)
      .refine((server) => server !== null)
      .nullable()
      .default(null),
    isSecret: true,
  }),
  mailFrom: setting({
    name: 'MAIL_FROM',
    default: '',
    sentence:
      'The sender of outgoing mail, such as `Wortlaut <noreply@example.org>`; answers go to the person who sends, if their address is verified.',
    expects: 'an e-mail address, with or without a name before it in angle brackets, because SMTP_URL is set',
    schema: z
      .string()
      .transform(parseMailFrom)
      .refine((from) => from !== null)
      .nullable()
      .default(null),
  }),
  oidcIssuer: setting({
    name: 'OIDC_ISSUER',
    default: '',
    sentence:
      'Issuer of an external identity provider in place of the embedded one; `{realm}` in it is filled by OIDC_REALM_RULES.',
    expects: 'an http or https address',
    schema: z
      .string()
      .refine((value) => URL.canParse(value.replace('{realm}', 'realm')) && /^https?:/.test(value))
      .transform((value) => value.replace(/\/+$/, ''))
      .nullable()
      .default(null),
  }),
  oidcClientId: setting({
    name: 'OIDC_CLIENT_ID',
    default: '',
    sentence: 'The public client that the external identity provider knows this server by.',
    expects: 'the id of a client, because OIDC_ISSUER is set',
    schema: optionalText,
  }),
  oidcRealmRules: setting<RealmRule[]>({
    name: 'OIDC_REALM_RULES',
    default: '',
    sentence:
      'The realm of a host name: `suffix=realm`, separated by commas. The longest suffix that matches counts; `*` matches all others. In the realm, `{name}` is the part of the host before the suffix, `{environment}` is ENVIRONMENT. With `.example.ch={name}`, `bern.example.ch` has the realm `bern`.',
    expects: 'rules like ".example.org={name}-{environment},*=main", with one for * at least',
    schema: z.string().default('').transform(parseRealmRules).refine(hasFallbackRule),
  }),
  environment: setting({
    name: 'ENVIRONMENT',
    default: 'prod',
    sentence: '`prod`, `stage`, `dev` or `test`; `stage` raises the upload limit to 500 MB.',
    expects: 'prod, stage, dev or test',
    schema: z.enum(environments).default('prod'),
  }),
  pageViewsUrl: setting({
    name: 'PAGE_VIEWS_URL',
    default: '',
    sentence:
      'The server that counts page views. It gets the host, the path with ids masked, and the time, as JSON. Empty: none are counted.',
    expects: 'an http or https address without user, query and fragment',
    schema: serverAddress,
  }),
  mp3: setting({
    name: 'MP3_FORMAT',
    default: '24000/64',
    sentence:
      'Sample rate in Hz (16000, 24000, 32000 or 48000) and bit rate in kbit/s of the mono mp3 that is made of recordings.',
    expects:
      'a sample rate of 16000, 24000, 32000 or 48000 and a bit rate that mp3 has there, such as 24000/64',
    schema: z.string().default('24000/64').transform(textToMp3Format).pipe(mp3FormatSchema),
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    default: 'info',
    sentence: 'How much the log on stdout says; it never holds a token, a transcript or an e-mail address.',
    expects: `one of ${logLevels.join(', ')}`,
    schema: z.enum(logLevels).default('info'),
  }),
};

type Key = keyof typeof byKey;
type Read = { [K in Key]: z.output<(typeof byKey)[K]['schema']> };

/** Every setting, read and checked. Paths are absolute. Only `modelsDirs[0]` may be written. */
export type Config = Omit<Read, 'publicUrl'> & { publicUrl: string };

/** All settings, for the table in the README. */
export const settings: readonly Pick<Setting<unknown>, 'name' | 'default' | 'sentence'>[] =
  Object.values(byKey);

const refusal = (key: Key, value: string | undefined): ConfigError => {
  const { name, expects, isSecret }: Setting<unknown> = byKey[key];
  const shown =
    isSecret && value ? '***' : (value ?? '').replace(/\/\/[^/@]*@/, '//***@').replace(/\?.*$/s, '?***');
  const holds = shown === '' ? 'empty' : `set to ${JSON.stringify(shown.slice(0, 100))}`;
  return new ConfigError(`${name} is ${holds}: it must be ${expects}.`);
};

/** Reads all settings. @throws ConfigError with one line that names the variable, its value and the expected one */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const read = Object.fromEntries(
    Object.entries(byKey).map(([key, { name, schema, keepsEmpty }]) => {
      const text = env[name]?.trim();
      const result = schema.safeParse(text === '' && !keepsEmpty ? undefined : text);
      if (!result.success) throw refusal(key as Key, text);
      return [key, result.data];
    }),
  ) as Read;
  if (read.tlsCert && !read.tlsKey) throw refusal('tlsKey', '');
  if (read.tlsKey && !read.tlsCert) throw refusal('tlsCert', '');
  if (read.asrUrl && !read.asrModel) throw refusal('asrModel', '');
  if (read.llmUrl && !read.llmModel) throw refusal('llmModel', '');
  if (read.smtp && !read.mailFrom) throw refusal('mailFrom', '');
  if (read.oidcIssuer && !read.oidcClientId) throw refusal('oidcClientId', '');
  if (read.oidcIssuer?.includes('{realm}') && read.oidcRealmRules.length === 0)
    throw refusal('oidcRealmRules', '');
  const scheme = read.tlsCert ? 'https' : 'http';
  return { ...read, publicUrl: read.publicUrl ?? `${scheme}://localhost:${read.port}` };
}
