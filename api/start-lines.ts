import type { HealthPart } from '#api/contract/health.ts';
import type { Config } from './config.ts';
import { hostName, isOtherLoopbackName } from '#api/http/host.rules.ts';

export function startLines(
  config: Pick<
    Config,
    'publicUrl' | 'transcriptionModel' | 'modelSource' | 'asrUrl' | 'llmUrl' | 'llmModel' | 'smtp'
  >,
  transcription: HealthPart,
): string[] {
  const { protocol, host } = new URL(config.publicUrl);
  const isSecure = protocol === 'https:' || isOtherLoopbackName(hostName(host), '');
  return [
    `Wortlaut is ready: ${config.publicUrl}`,
    ...(isSecure
      ? []
      : [
          'HTTPS: missing. Browsers allow microphone, storage and sign-in only on HTTPS or localhost; set TLS_CERT and TLS_KEY, or TRUST_PROXY behind a proxy.',
        ]),
    ...(config.asrUrl === null
      ? modelLine(config, transcription)
      : remoteLine(new URL(config.asrUrl).host, transcription)),
    config.llmUrl === null
      ? 'Language model: missing. Summaries are extracted from the transcript; nothing is translated, no question of one’s own answered. Set LLM_URL.'
      : `Language model ${config.llmModel}: transcripts and notes are sent to ${new URL(config.llmUrl).host}.`,
    ...(config.smtp === null
      ? ['Mail: missing. Nobody can be sent a link; a forgotten password cannot be reset by mail.']
      : []),
  ];
}

function modelLine(
  { transcriptionModel, modelSource }: Pick<Config, 'transcriptionModel' | 'modelSource'>,
  { status }: HealthPart,
): string[] {
  if (status === 'ok') return [];
  const how =
    modelSource === null
      ? 'MODEL_SOURCE is empty: bring it with npm run models.'
      : `It is fetched from ${modelSource}.`;
  return [
    `Model ${transcriptionModel}: ${status}. Recordings wait as pending until it is there, none is lost. ${how}`,
  ];
}

function remoteLine(host: string, { status, code }: HealthPart): string[] {
  if (status === 'ok') return [];
  const what =
    code === 'transcription.engine_refused' ? 'it refuses ASR_KEY' : 'it does not answer at ASR_URL';
  return [
    `Transcription server ${host}: ${what}. Recordings wait as pending until it does its work, none is lost.`,
  ];
}
