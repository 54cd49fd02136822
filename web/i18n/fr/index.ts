import type { Words } from '#web/i18n/words.ts';
import { account } from './account.ts';
import { announcement } from './announcement.ts';
import { auth } from './auth.ts';
import { begin } from './begin.ts';
import { correction } from './correction.ts';
import { create } from './create.ts';
import { dictation } from './dictation.ts';
import { domain } from './domain.ts';
import { draft } from './draft.ts';
import { error } from './error.ts';
import { exporting } from './export.ts';
import { help } from './help.ts';
import { home } from './home.ts';
import { infoBar } from './info-bar.ts';
import { incoming } from './incoming.ts';
import { language } from './language.ts';
import { library } from './library.ts';
import { media } from './media.ts';
import { network } from './network.ts';
import { notes } from './notes.ts';
import { option } from './option.ts';
import { pairing } from './pairing.ts';
import { pairingPhone } from './pairing-phone.ts';
import { player } from './player.ts';
import { processing } from './processing.ts';
import { quality } from './quality.ts';
import { recording } from './recording.ts';
import { result } from './result.ts';
import { role } from './role.ts';
import { secondFactor } from './second-factor.ts';
import { session } from './session.ts';
import { share } from './share.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';
import { survey } from './survey.ts';
import { template } from './template.ts';
import { transcript } from './transcript.ts';
import { trim } from './trim.ts';
import { upload } from './upload.ts';
import { user } from './user.ts';

export const fr: Words = {
  account,
  announcement,
  auth,
  begin,
  correction,
  create,
  dictation,
  domain,
  draft,
  error: { ...error, media },
  export: exporting,
  help,
  home,
  infoBar,
  incoming,
  language,
  library,
  network,
  notes,
  option,
  pairing,
  pairingPhone,
  player,
  processing,
  quality,
  recording,
  result,
  role,
  secondFactor,
  session,
  share,
  shell,
  status,
  survey,
  template,
  transcript,
  trim,
  upload,
  user,
};
