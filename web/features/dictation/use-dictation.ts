import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { SessionLanguage } from '#api/contract/session.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { useRemoteDictation } from '#web/parts/recording/domain-config.ts';
import type { Recording } from '#web/features/recording/index.ts';
import { userState } from '#web/features/user/index.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { createAgreement } from './agreement.ts';
import { recognitionTags } from './dictation.rules.ts';
import { dictationDraftOf } from './dictation-draft.ts';
import { createDictation } from './dictation.state.ts';
import type { Dictation } from './dictation.state.ts';
import { browserRecognition } from './recognition.ts';

export function useDictation(recording: Recording, language: SessionLanguage): Dictation | null {
  const isRemoteAllowed = useRemoteDictation();
  const { user } = useSnapshot(userState);
  const userId = user?.id ?? '';
  const dictation = useOwned(`${userId} ${language} ${isRemoteAllowed}`, () =>
    createDictation({
      recognition: browserRecognition(),
      draft: dictationDraftOf(recording),
      tags: recognitionTags[language],
      isRemoteAllowed,
      agreement: createAgreement(userId, localStore, user?.sub),
      position: () => recording.state.positionS,
      track: () => recording.track(),
      onText: recording.addDictated,
    }),
  );
  const { stage } = useSnapshot(recording.state);
  const isRecording = stage === 'recording';
  useEffect(() => {
    if (!dictation) return;
    if (isRecording) void dictation.start();
    else dictation.stop();
  }, [dictation, isRecording]);
  useEffect(() => {
    if (!dictation || isRecording) return;
    const check = () => void dictation.check();
    check();
    // A model may arrive while the person gets ready.
    return subscribeKey(recording.draft.state, 'status', check);
  }, [dictation, isRecording, recording]);
  return dictation;
}
