import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../client/account.js';
import { saveFile } from '../../client/save-file.js';
import { counted } from '../../client/words.js';
import { useAnnounce } from '../../components/announcer.js';
import { Button } from '../../components/button.js';
import { ErrorNote } from '../../components/error-note.js';
import type { AuditFilter } from './audit-filter.js';
import { FORMATS, type Format, readEntries } from './export.js';

/** Saves all entries that fit the filter, also those that are not on the page yet. */
export function ExportMenu({ filter }: { readonly filter: AuditFilter }) {
  const account = useAccount();
  const announce = useAnnounce();
  const [read, setRead] = useState(0);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const exporting = useMutation({
    async mutationFn(format: Format) {
      const stop = new AbortController();
      stopping.current = stop;
      setRead(0);
      try {
        const entries = await readEntries(account, filter, { signal: stop.signal, onProgress: setRead });
        const { type, write } = FORMATS[format];
        saveFile(`footprint-audit.${format}`, write(entries), type);
        announce(`${counted(entries.length, 'entry', 'entries')} saved.`);
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        announce('The export was stopped.');
      }
    },
  });
  return (
    <div className="audit-export">
      <div className="row">
        {Object.entries(FORMATS).map(([format, { name }]) => (
          <Button key={format} busy={exporting.isPending} onClick={() => exporting.mutate(format as Format)}>
            Export {name}
          </Button>
        ))}
        {exporting.isPending && (
          <>
            <span className="small muted">{counted(read, 'entry', 'entries')} read…</span>
            <Button kind="quiet" onClick={() => stopping.current?.abort()}>
              Stop
            </Button>
          </>
        )}
      </div>
      {exporting.error && <ErrorNote error={exporting.error} />}
    </div>
  );
}
