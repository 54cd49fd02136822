/** `npm run demo`: runs the product on a temporary data folder, with a person and processed sessions. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#api/config.ts';
import { startServer } from '#api/server.ts';
import { seed } from './seed.ts';

const audio = (name: string) => join(import.meta.dirname, '../models/fixture/audio', name);
const dataDir = mkdtempSync(join(tmpdir(), 'wortlaut-demo-'));
const person = {
  email: 'demo@wortlaut.example',
  password: randomBytes(12).toString('base64url'),
  given_name: 'Demo',
  family_name: 'Muster',
};

const config = loadConfig({
  LOG_LEVEL: 'error',
  ...process.env,
  DATA_DIR: dataDir,
  MODEL_SOURCE: '',
  TRANSCRIPTION_MODEL: 'fixture',
  REGISTRATION: 'open',
});
const server = await startServer(config, { demo: { email: person.email, password: person.password } });

let isStopping = false;
const stop = async () => {
  if (isStopping) process.exit(1);
  isStopping = true;
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

await seed(server.url, person, [
  { audio: audio('it_1.wav'), session: { title: 'Visita medica', language: 'it' } },
  { audio: audio('fr_1.wav'), session: { title: 'Rendez-vous', language: 'fr' } },
  { audio: audio('en_1.wav'), session: { title: 'Consultation', language: 'en', participants: 1 } },
  {
    audio: audio('de_conversation.wav'),
    session: {
      title: 'Besprechung Projektteam',
      language: 'de',
      participants: 2,
      fhir_patient_id: '2026-118',
    },
  },
]);
console.log(`Demo: ${server.url}  (synthetic speech; everything is deleted when it stops)`);
