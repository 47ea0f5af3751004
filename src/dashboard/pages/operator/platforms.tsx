import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MAX_SWITCH_REASON } from '../../../engine/catalogue/rules/ports.js';
import { bodyOf, personApi } from '../../client/api.js';
import { Button } from '../../components/button.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { TextField } from '../../components/field.js';
import { QueryResult } from '../../components/query-result.js';
import { Time } from '../../components/time.js';
import { disabledPlatformsQuery, useOperatorChange } from './queries.js';

const pathOf = (platform: string) => ({ params: { path: { platform } } });

/** Disabled platforms, switching one off or on, and its controls now. */
export function DisabledPlatforms() {
  const query = useQuery(disabledPlatformsQuery);
  const [platform, setPlatform] = useState('');
  const [reason, setReason] = useState('');
  const off = useOperatorChange(
    () => bodyOf(personApi.POST('/operator/platforms/{platform}/off', { ...pathOf(platform.trim()), body: { reason: reason.trim() } })),
    'The platform is disabled.',
  );
  const on = useOperatorChange(
    (slug: string) => bodyOf(personApi.POST('/operator/platforms/{platform}/on', pathOf(slug))),
    'The platform is enabled.',
  );
  const calibrate = useOperatorChange(
    () => bodyOf(personApi.POST('/operator/platforms/{platform}/calibrate', pathOf(platform.trim()))),
    'Its controls have run.',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    off.mutate(undefined, {
      onSuccess: () => {
        setPlatform('');
        setReason('');
      },
    });
  };
  const failure = off.error ?? on.error ?? calibrate.error;
  return (
    <section className="stack" aria-labelledby="switches-title">
      <h2 id="switches-title">Disabled platforms</h2>
      <QueryResult
        query={query}
        what="platforms"
        empty={query.data?.platforms.length === 0 && <p className="muted">None: all platforms are enabled.</p>}
      >
        {({ platforms }) => (
          <DataTable
            label="Disabled platforms"
            head={['Platform', 'Since', 'Why', 'By', 'Change']}
            rows={platforms.map(({ platform: slug, since, reason: why, by }) => ({
              key: slug,
              cells: [
                slug,
                <Time key="since" at={since} />,
                why,
                by ?? 'command line',
                <Button key="on" busy={on.isPending && on.variables === slug} aria-label={`Enable ${slug}`} onClick={() => on.mutate(slug)}>
                  Enable
                </Button>,
              ],
            }))}
          />
        )}
      </QueryResult>
      <form className="card" onSubmit={submit}>
        <div className="filters">
          <TextField
            label="Platform"
            required
            pattern="\s*[a-z0-9_\-]+\s*"
            autoComplete="off"
            spellCheck={false}
            value={platform}
            onChange={(event) => setPlatform(event.target.value)}
            hint="The slug of the platform, as on the Platforms page."
          />
          <TextField
            label="Why"
            required
            maxLength={MAX_SWITCH_REASON}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            hint="Every user can read the reason, so do not name a person."
          />
        </div>
        {failure && <ErrorNote error={failure} />}
        {calibrate.data && (
          <p role="status">
            {calibrate.data.state === 'started'
              ? 'Its controls are running.'
              : calibrate.data.queryTypes.map(({ queryType, explanation }) => `${queryType}: ${explanation}`).join(' · ')}
          </p>
        )}
        <div className="row">
          <Button type="submit" kind="danger" busy={off.isPending}>
            Disable
          </Button>
          <Button busy={calibrate.isPending} disabled={platform.trim() === ''} onClick={() => calibrate.mutate()}>
            Run its controls now
          </Button>
        </div>
      </form>
    </section>
  );
}
