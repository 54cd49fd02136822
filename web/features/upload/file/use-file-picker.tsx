import { useRef } from 'react';

/** Media types of accepted files, and the extensions that browsers map to no media type. */
const accepted =
  'audio/*,video/*,.aac,.ac3,.aif,.aiff,.amr,.awb,.caf,.m4b,.mka,.mkv,.opus,.ra,.spx,.wma,.wmv';

type FilePicker = {
  /** Opens the dialog of the browser. */
  open(): void;
  /** The hidden field, which must be rendered. */
  field: React.JSX.Element;
};

/** Returns what a button needs with which files are chosen. `label` names the hidden field. */
export function useFilePicker(label: string, onFiles: (files: readonly File[]) => void): FilePicker {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    field: (
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The value is cleared. Otherwise the same file could not be chosen again after it was discarded.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    ),
  };
}
