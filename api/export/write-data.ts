import type { ReportJson } from '#api/contract/report-json.ts';
import { hourMs, minuteMs } from '#api/contract/time.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { isoTime } from '#api/lib/clock.ts';
import { cuesOf, type Cue } from './cues.rules.ts';
import { wordsOf } from './words.ts';

type Spoken = SessionDetail & { transcript: Transcript };

/** Writes JSON (`api/contract/report-json.ts`), one segment per line. */
export function* writeJson({ transcript, ...session }: Spoken, nowMs: number): Generator<string> {
  const { id, title, date, duration, language, participants, fhir_patient_id } = session;
  const { version, engine, partial, draft, speakers, segments } = transcript;
  const head: Omit<ReportJson, 'segments'> = {
    format: 'wortlaut.transcript',
    version: 1,
    created_at: isoTime(nowMs),
    session: { id, title, date, duration, language, participants, fhir_patient_id },
    transcript: { version, edits: session.edits, engine, partial, ...(draft ? { draft } : {}) },
    speakers,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"segments":[`;
  let between = '\n';
  for (const segment of segments) {
    yield between + JSON.stringify(segment);
    between = ',\n';
  }
  yield '\n]}\n';
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Returns a time as `01:02:03.456`. `point` is the sign before the milliseconds. */
const stamp = (ms: number, point: string): string =>
  [Math.floor(ms / hourMs), Math.floor(ms / minuteMs) % 60, Math.floor(ms / 1_000) % 60]
    .map((part) => pad(part, 2))
    .join(':') +
  point +
  pad(ms % 1_000, 3);

const longestName = 30;
const shortName = (name: string): string =>
  name.length <= longestName
    ? name
    : `${[...name]
        .slice(0, longestName - 1)
        .join('')
        .trimEnd()}…`;

const namesOf = ({ transcript, language }: Spoken) => {
  const words = wordsOf(language);
  return (key: string): string =>
    (transcript.speakers[key]?.name ?? '').normalize('NFC').replace(/\s+/g, ' ').trim() || words.unnamed(key);
};

/** Says that the text is a draft, or ends with one; '' if it is none. */
function draftNote({ transcript: { engine, draft }, language }: Spoken): string {
  const words = wordsOf(language);
  if (!draft) return '';
  // A comment of WebVTT may not contain an arrow (WebVTT, 4.1).
  return isDraftEngine(engine) ? words.draftedBy(vttText(draft.model)) : words.restIsDraft;
}

/** Writes SubRip with CRLF. If there are several speakers, the cue in which a person begins to speak has their name. */
export function* writeSrt(session: Spoken): Generator<string> {
  const nameOf = namesOf(session);
  const several = new Set(session.transcript.segments.map(({ speaker }) => speaker)).size > 1;
  const prefix = (speaker: string) => (several ? `${shortName(nameOf(speaker))}:` : '');
  let number = 0;
  for (const { startMs, endMs, lines } of cuesOf(session.transcript.segments, prefix)) {
    // SubRip has tags such as <i> and no escape for brackets, so similar signs replace them.
    const text = lines.map((line) => line.replace(/</g, '‹').replace(/>/g, '›')).join('\r\n');
    yield `${++number}\r\n${stamp(startMs, ',')} --> ${stamp(endMs, ',')}\r\n${text}\r\n\r\n`;
  }
}

/** Escapes the signs that begin a tag or a character reference (WebVTT, 3.1 to 3.5). */
const vttText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replaceAll('\0', '');

const vttCue = ({ startMs, endMs, speaker, lines }: Cue, nameOf: (key: string) => string): string =>
  `${stamp(startMs, '.')} --> ${stamp(endMs, '.')}\n<v ${vttText(nameOf(speaker))}>${lines.map(vttText).join('\n')}\n\n`;

export function* writeVtt(session: Spoken): Generator<string> {
  const nameOf = namesOf(session);
  yield 'WEBVTT\n\n';
  const note = draftNote(session);
  if (note) yield `NOTE ${note}\n\n`;
  for (const cue of cuesOf(session.transcript.segments)) yield vttCue(cue, nameOf);
}
