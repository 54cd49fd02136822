import { auth } from './auth.ts';
import { create } from './create.ts';
import { dictation } from './dictation.ts';
import { error } from './error.ts';
import { home } from './home.ts';
import { language } from './language.ts';
import { library } from './library.ts';
import { media } from './media.ts';
import { network } from './network.ts';
import { player } from './player.ts';
import { processing } from './processing.ts';
import { quality } from './quality.ts';
import { recording } from './recording.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';
import { transcript } from './transcript.ts';
import { trim } from './trim.ts';
import { upload } from './upload.ts';
import { user } from './user.ts';

export const de = {
  auth,
  create,
  dictation,
  error: { ...error, media },
  home,
  language,
  library,
  network,
  player,
  processing,
  quality,
  recording,
  session,
  shell,
  status,
  transcript,
  trim,
  upload,
  user,
};
