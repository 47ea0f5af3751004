import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SWITCH_REASON } from '../../../engine/catalogue/rules/ports.js';
import { personApi } from '../../client/api.js';
import { Button, ErrorNote, Form, TextField } from '../../components/controls.js';
import { DataTable, QueryResult } from '../../components/list.js';
import { Time } from '../../components/facts.js';
import { disabledPlatformsQuery, useOperatorChange } from './queries.js';

const pathOf = (platform: string) => ({ params: { path: { platform } } });

/** Disabled platforms, switching one off or on, and its controls now. */
export function DisabledPlatforms() {
  const query = useQuery(disabledPlatformsQuery);
  const [platform, setPlatform] = useState('');
  const [reason, setReason] = useState('');
  const off = useOperatorChange(
    () => personApi.POST('/operator/platforms/{platform}/off', { ...pathOf(platform.trim()), body: { reason: reason.trim() } }),
    'The platform is disabled.',
  );
  const on = useOperatorChange(
    (slug: string) => personApi.POST('/operator/platforms/{platform}/on', pathOf(slug)),
    'The platform is enabled.',
  );
  const calibrate = useOperatorChange(
    () => personApi.POST('/operator/platforms/{platform}/calibrate', pathOf(platform.trim())),
    'Its controls have run.',
  );
  const submit = () =>
    off.mutate(undefined, {
      onSuccess: () => {
        setPlatform('');
        setReason('');
      },
    });
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
            rows={platforms}
            keyOf={(each) => each.platform}
            columns={{
              Platform: (each) => each.platform,
              Since: ({ since }) => <Time at={since} />,
              Why: (each) => each.reason,
              By: ({ by }) => by ?? 'command line',
              Change: ({ platform: slug }) => (
                <Button
                  label="Enable"
                  busy={on.isPending && on.variables === slug}
                  aria-label={`Enable ${slug}`}
                  onClick={() => on.mutate(slug)}
                />
              ),
            }}
          />
        )}
      </QueryResult>
      <Form className="card" onSubmit={submit}>
        <div className="filters">
          <TextField
            label="Platform"
            required
            pattern="\s*[a-z0-9_\-]+\s*"
            autoComplete="off"
            spellCheck={false}
            value={platform}
            onChange={setPlatform}
            hint="The slug of the platform, as on the Platforms page."
          />
          <TextField
            label="Why"
            required
            maxLength={MAX_SWITCH_REASON}
            autoComplete="off"
            value={reason}
            onChange={setReason}
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
          <Button label="Disable" type="submit" kind="danger" busy={off.isPending} />
          <Button
            label="Run its controls now"
            busy={calibrate.isPending}
            disabled={platform.trim() === ''}
            onClick={() => calibrate.mutate()}
          />
        </div>
      </Form>
    </section>
  );
}
