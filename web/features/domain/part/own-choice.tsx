import { RadioList } from '#web/ui/radio-list.tsx';

type OwnChoiceProps = {
  label: string;
  standard: string;
  standardHint?: string;
  own: string;
  isOwn: boolean;
  onChange(isOwn: boolean): void;
};

/** The choice between the default of the server and settings of the host's own. */
export function OwnChoice({ label, standard, standardHint, own, isOwn, onChange }: OwnChoiceProps) {
  return (
    <RadioList
      label={label}
      options={[
        { key: 'standard', label: standard, ...(standardHint ? { hint: standardHint } : {}) },
        { key: 'own', label: own },
      ]}
      value={isOwn ? 'own' : 'standard'}
      onChange={(key) => onChange(key === 'own')}
    />
  );
}
