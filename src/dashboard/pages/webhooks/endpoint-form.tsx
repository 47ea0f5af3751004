import { useState } from 'react';
import { EVENTS, type Payload, PAYLOADS } from '../../../features/webhooks/event.js';
import { SUBSCRIBABLE_EVENT_TYPES } from '../../../features/webhooks/event-types.js';
import { faultOf } from '../../client/field-fault.js';
import { type Change, FormDialog } from '../../components/dialog.js';
import { Check, SelectField, TextField } from '../../components/controls.js';
import type { EndpointSettings } from './changes.js';
import { FilterFields } from './event-filter.js';

const MAX_DESCRIPTION = 200;
const NEW: EndpointSettings = { url: '', description: '', eventTypes: [...SUBSCRIBABLE_EVENT_TYPES], payload: 'full', filter: {} };

const PAYLOAD_LABELS = { full: 'The whole lookup', summary: 'Counts and a link to the lookup' } as const satisfies Record<Payload, string>;

/** Address, description, event types and payload of an endpoint: of a new one, or of one that is changed. */
export function EndpointForm(props: {
  readonly title: string;
  readonly action: string;
  readonly before?: EndpointSettings;
  readonly change: Change;
  readonly onSave: (settings: EndpointSettings) => void;
  readonly onClose: () => void;
}) {
  const [settings, setSettings] = useState<EndpointSettings>(props.before ?? NEW);
  const { url, description, eventTypes, payload, filter } = settings;
  const set = (change: Partial<EndpointSettings>) => setSettings({ ...settings, ...change });
  const urlFault = faultOf(props.change.error, 'url');
  const lacksTypes = eventTypes.length === 0;
  const submit = () => {
    if (!lacksTypes) props.onSave({ ...settings, url: url.trim() });
  };
  return (
    <FormDialog
      title={props.title}
      action={props.action}
      change={{ ...props.change, error: urlFault === null ? props.change.error : null }}
      disabled={lacksTypes}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextField
        label="URL"
        error={urlFault}
        type="url"
        required
        maxLength={2_048}
        placeholder="https://example.com/hooks"
        autoComplete="off"
        spellCheck={false}
        value={url}
        onChange={(text) => set({ url: text })}
        hint="A public https address, on port 443 or any port from 1024. Redirects are not followed."
      />
      <TextField
        label="Description"
        maxLength={MAX_DESCRIPTION}
        autoComplete="off"
        value={description}
        onChange={(text) => set({ description: text })}
        hint="A note for you and your teammates."
      />
      <fieldset className="choices">
        <legend>Events</legend>
        {SUBSCRIBABLE_EVENT_TYPES.map((type) => (
          <Check
            label={
              <span>
                <code>{type}</code>
                <span className="hint">{EVENTS[type].summary}</span>
              </span>
            }
            key={type}
            checked={eventTypes.includes(type)}
            onChange={(checked) =>
              set({ eventTypes: SUBSCRIBABLE_EVENT_TYPES.filter((each) => (each === type ? checked : eventTypes.includes(each))) })
            }
          />
        ))}
        {lacksTypes && <p className="field-error">Choose at least one.</p>}
      </fieldset>
      <SelectField
        label="Content of lookup.completed"
        options={PAYLOADS.map((each) => [each, PAYLOAD_LABELS[each]])}
        value={payload}
        onChange={(chosen) => set({ payload: chosen })}
        hint="The full result of a deep lookup is about 900 kB. A change applies only to later events."
      />
      <FilterFields filter={filter} onChange={(chosen) => set({ filter: chosen })} />
    </FormDialog>
  );
}
