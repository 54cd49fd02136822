import type { TextLanguage } from '#api/contract/option.ts';
import type { Cue } from './cue.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';

export const cues: Record<TextLanguage, Cue> = { de: german, en: english, fr: french, it: italian };
