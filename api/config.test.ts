import { delimiter, isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, settings } from './config.ts';
import { ConfigError } from '#api/lib/start-error.ts';

const messageOf = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'no error';
};

describe('the configuration', () => {
  it('makes a working single-machine installation of nothing', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      modelSource: 'https://huggingface.co',
      trustProxy: false,
      registration: 'open',
      transcriptionModel: 'whisper-base',
      oidcIssuer: null,
      environment: 'prod',
      mp3: { sample_rate: 24_000, bitrate: 64 },
      quotaBytes: null,
      asrUrl: null,
      asrKey: null,
      asrModel: '',
      asrPartBytes: 24_000_000,
      llmUrl: null,
      llmKey: null,
      llmModel: '',
      llmContext: 8192,
      remoteDictation: false,
      pageViewsUrl: null,
      logLevel: 'info',
    });
    expect(config.transcriptionSlots).toBeGreaterThanOrEqual(1);
    expect([config.dataDir, ...config.modelsDirs].every((path) => isAbsolute(path))).toBe(true);
  });

  it('takes an empty variable for an absent one, except where empty means something', () => {
    const config = loadConfig({ PORT: '', REGISTRATION: ' ', MODEL_SOURCE: '' });
    expect(config).toMatchObject({ port: 3000, registration: 'open', modelSource: null });
  });

  it('follows the port and the certificate with the public address', () => {
    expect(loadConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
    expect(loadConfig({ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' }).publicUrl).toBe('https://localhost:3000');
    expect(loadConfig({ PUBLIC_URL: 'https://wort.example/' }).publicUrl).toBe('https://wort.example');
  });

  it('always looks for models in its own folder last, and writes into the first', () => {
    const { modelsDirs } = loadConfig({ MODELS_DIR: ['/srv/a', '/srv/b'].join(delimiter) });
    expect(modelsDirs.slice(0, 2)).toEqual(['/srv/a', '/srv/b']);
    expect(modelsDirs.at(-1)).toBe(join(import.meta.dirname, '..', 'models'));
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT is set to "abc": it must be a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT is set to "70000": it must be a whole number from 0 to 65535.'],
    [
      { MP3_FORMAT: '44100/64' },
      'MP3_FORMAT is set to "44100/64": it must be a sample rate of 16000, 24000, 32000 or 48000 and a bit rate that mp3 has there, such as 24000/64.',
    ],
    [
      { PUBLIC_URL: 'wort.example' },
      'PUBLIC_URL is set to "wort.example": it must be an http or https address without a path.',
    ],
    [
      { PUBLIC_URL: 'https://wort.example/app' },
      'PUBLIC_URL is set to "https://wort.example/app": it must be an http or https address without a path.',
    ],
    [{ REGISTRATION: 'maybe' }, 'REGISTRATION is set to "maybe": it must be open or closed.'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY is set to "yes": it must be true or false.'],
    [
      { ENVIRONMENT: 'production' },
      'ENVIRONMENT is set to "production": it must be prod, stage, dev or test.',
    ],
    [
      { TRANSCRIPTION_SLOTS: '0' },
      'TRANSCRIPTION_SLOTS is set to "0": it must be a whole number from 1 to 64.',
    ],
    [
      { TRANSCRIPTION_MODEL: '../secret' },
      'TRANSCRIPTION_MODEL is set to "../secret": it must be an id of letters, digits, dot, dash and underscore.',
    ],
    [
      { TLS_CERT: 'cert.pem' },
      'TLS_KEY is empty: it must be the path of a PEM file, together with TLS_CERT.',
    ],
    [
      { OIDC_ISSUER: 'https://id.example' },
      'OIDC_CLIENT_ID is empty: it must be the id of a client, because OIDC_ISSUER is set.',
    ],
    [
      { OIDC_ISSUER: 'https://id.example/{realm}', OIDC_CLIENT_ID: 'w' },
      'OIDC_REALM_RULES is empty: it must be rules like ".example.org={name}-{environment},*=main", with one for * at least.',
    ],
  ])('refuses %j with one line', (env, line) => {
    expect(messageOf(env as Record<string, string>)).toBe(line);
  });

  it('shows no password of an address, and no line break', () => {
    const message = messageOf({ MODEL_SOURCE: 'ftp://petra:geheim@models.example/\nx' });
    expect(message).toContain('ftp://***@models.example');
    expect(message).not.toMatch(/geheim|\n/);
  });

  it('takes a mail server with its sender, and shows nothing of its password', () => {
    expect(loadConfig({})).toMatchObject({ smtp: null, mailFrom: null });
    const smtp = 'smtps://petra%40example.org:geheim@mail.example.org';
    expect(loadConfig({ SMTP_URL: smtp, MAIL_FROM: 'Wortlaut <noreply@example.org>' })).toMatchObject({
      smtp: { host: 'mail.example.org', port: 465, auth: { user: 'petra@example.org', password: 'geheim' } },
      mailFrom: '"Wortlaut" <noreply@example.org>',
    });
    expect(messageOf({ SMTP_URL: smtp })).toBe(
      'MAIL_FROM is empty: it must be an e-mail address, with or without a name before it in angle brackets, because SMTP_URL is set.',
    );
    expect(messageOf({ SMTP_URL: smtp, MAIL_FROM: 'Wortlaut' })).toContain('MAIL_FROM is set to "Wortlaut"');
    const wrong = messageOf({ SMTP_URL: 'smtp://petra:ge/heim@mail.example.org' });
    expect(wrong).toContain('SMTP_URL is set to "***": it must be an smtp or smtps address');
    expect(wrong).not.toMatch(/heim|petra/);
  });

  it('takes another server for the transcription, with its model', () => {
    const env = {
      ASR_URL: 'https://asr.example/v1/',
      ASR_MODEL: 'whisper-1',
      ASR_KEY: 'k',
      ASR_PART_MB: '9.5',
    };
    expect(loadConfig(env)).toMatchObject({
      asrUrl: 'https://asr.example/v1',
      asrModel: 'whisper-1',
      asrKey: 'k',
      asrPartBytes: 9_500_000,
    });
    expect(messageOf({ ASR_URL: 'https://asr.example' })).toBe(
      'ASR_MODEL is empty: it must be the name of a model that the server knows, because ASR_URL is set.',
    );
    expect(messageOf({ ASR_URL: 'asr.example' })).toContain('ASR_URL is set to "asr.example"');
    expect(messageOf({ ASR_PART_MB: '0.1' })).toBe(
      'ASR_PART_MB is set to "0.1": it must be a number of megabytes from 1 to 9999.',
    );
  });

  it('takes a language model with its address', () => {
    const env = { LLM_URL: 'http://10.0.0.5:11434/v1/', LLM_MODEL: 'qwen3:14b', LLM_CONTEXT: '32768' };
    expect(loadConfig(env)).toMatchObject({
      llmUrl: 'http://10.0.0.5:11434/v1',
      llmModel: 'qwen3:14b',
      llmKey: null,
      llmContext: 32_768,
    });
    expect(messageOf({ LLM_URL: 'http://10.0.0.5' })).toBe(
      'LLM_MODEL is empty: it must be the name of a model that the server knows, because LLM_URL is set.',
    );
    expect(messageOf({ LLM_CONTEXT: '512' })).toBe(
      'LLM_CONTEXT is set to "512": it must be a whole number from 1024 to 1000000.',
    );
    expect(messageOf({ LLM_KEY: 'geheim und mehr' })).toContain('LLM_KEY is set to "***"');
  });

  it('never shows a key', () => {
    expect(messageOf({ ASR_KEY: 'geheim und mehr' })).toBe(
      'ASR_KEY is set to "***": it must be a key of printable characters without spaces.',
    );
    expect(messageOf({ ASR_URL: 'https://petra:geheim@asr.example/v1' })).not.toContain('geheim');
    expect(messageOf({ ASR_URL: 'https://asr.example/v1?key=geheim' })).not.toContain('geheim');
  });

  it('describes every variable in a sentence', () => {
    expect(settings.length).toBeGreaterThan(10);
    for (const { name, sentence } of settings) {
      expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
      expect(sentence).toMatch(/^[\w`].*\.$/);
    }
  });
});
