import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import style from '../domain.module.css';
import { toForm, toValues } from '../form/domain-form.rules.ts';
import { readFile, readJson, toJson } from '../form/domain-json.rules.ts';
import type { DomainValues } from '../form/domain-values.rules.ts';
import { ImportDialog } from '../import-dialog.tsx';
import type { DomainDraft } from '../use-domain-draft.ts';
import { Faults } from './faults.tsx';

/** The whole row as JSON, to edit, export and import. */
export function RawPart({ draft }: { draft: DomainDraft }) {
  const { t } = useTranslation();
  const { base, form, raw } = draft;
  const present = toValues(form);
  /** The text as it was typed, as long as it says what the form holds. */
  const [typed, setTyped] = useState<string | null>(null);
  const [imported, setImported] = useState<ReturnType<typeof readFile> | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const words = { syntax: t('domain.raw.syntax'), naming: t('domain.notYours') };
  const faults = raw === null ? [] : readJson(raw, present, base, words).faults;
  const use = (values: DomainValues) => draft.change(toForm(values, base.options));
  const type = (text: string) => {
    const read = readJson(text, present, base, words);
    setTyped(text);
    if (read.faults.length === 0) use(read.values);
    else draft.keepRaw(text);
  };
  const isCurrent = typed !== null && raw === null && draft.isDirty;
  const choose = async (chosen: File | undefined) => {
    if (chosen) setImported(readFile(await chosen.text(), present, base, words));
  };
  return (
    <>
      <div className={style.actions}>
        <Button
          onPress={() =>
            saveFile(new Blob([toJson(present)], { type: 'application/json' }), fileName(base.host))
          }
        >
          <Download size={18} aria-hidden="true" /> {t('domain.raw.export')}
        </Button>
        <Button onPress={() => file.current?.click()}>
          <Upload size={18} aria-hidden="true" /> {t('domain.raw.import')}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t('domain.raw.import')}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      <div className={style.code}>
        <TextArea
          label={t('domain.raw.json')}
          hint={t('domain.raw.hint')}
          rows={18}
          spellCheck="false"
          value={raw ?? (isCurrent ? typed : toJson(present))}
          onChange={type}
          error={faults.length > 0 ? t('domain.raw.wrong', { count: faults.length }) : undefined}
        />
      </div>
      <Faults faults={faults} />
      {imported ? (
        <ImportDialog
          read={imported}
          present={present}
          onUse={(values) => {
            setTyped(null);
            use(values);
            setImported(null);
          }}
          onClose={() => setImported(null)}
        />
      ) : null}
    </>
  );
}

const fileName = (host: string): string => `domain-${host.replaceAll(/[^a-z0-9.-]/g, '_')}.json`;
