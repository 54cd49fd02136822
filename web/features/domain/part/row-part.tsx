import type { PartKey } from '../form/parts.rules.ts';
import { OptionsPart } from '../option/options-part.tsx';
import type { KnownRoles } from '../role-choices.ts';
import type { DomainDraft } from '../use-domain-draft.ts';
import { ConfigPart } from './config-part.tsx';
import type { FocusIn } from './focus-in.ts';
import { FunctionsPart } from './functions-part.tsx';
import { IdentityPart } from './identity-part.tsx';
import { LimitsPart } from './limits-part.tsx';
import { LinksPart } from './links-part.tsx';
import { NamesPart } from './names-part.tsx';
import { PreviewPart } from './preview-part.tsx';
import { RawPart } from './raw-part.tsx';
import { RetentionPart } from './retention-part.tsx';
import { SoundPart } from './sound-part.tsx';

type RowPartProps = { part: PartKey; draft: DomainDraft; roles: KnownRoles; onFocus: FocusIn };

/** The fields of one part of a host. */
export function RowPart({ part, draft, roles, onFocus }: RowPartProps) {
  switch (part) {
    case 'options':
      return <OptionsPart draft={draft} roles={roles} onFocus={onFocus} />;
    case 'functions':
      return <FunctionsPart draft={draft} />;
    case 'preview':
      return <PreviewPart draft={draft} roles={roles} />;
    case 'identity':
      return <IdentityPart draft={draft} roles={roles} onFocus={onFocus} />;
    case 'limits':
      return <LimitsPart draft={draft} />;
    case 'retention':
      return <RetentionPart draft={draft} />;
    case 'sound':
      return <SoundPart draft={draft} />;
    case 'names':
      return <NamesPart draft={draft} />;
    case 'links':
      return <LinksPart draft={draft} />;
    case 'config':
      return <ConfigPart draft={draft} onFocus={onFocus} />;
    case 'raw':
      return <RawPart draft={draft} />;
    default:
      return null;
  }
}
