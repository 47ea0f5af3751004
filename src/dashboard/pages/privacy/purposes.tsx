import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MAX_PURPOSE, MAX_PURPOSES } from '../../../features/accounts/purposes.js';
import { MODULE_WORDS } from '../../../features/lookups/report/labels.js';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { Button, Check, ErrorNote, Form, SelectField, TextField } from '../../components/controls.js';
import { QueryResult } from '../../components/list.js';
import { Section, useHeadingFocus } from '../../components/page.js';
import { purposesQuery } from '../../client/queries.js';
import { usePrivacyChange } from './queries.js';

type PurposeList = Schemas['AccountPurposes'];
type NewList = Schemas['NewPurposes'];

/** What a purpose allows, where that is not everything. */
function Allowed({ list, purpose }: { readonly list: PurposeList; readonly purpose: string }) {
  const limits = list.limits.find((each) => each.purpose === purpose);
  if (!limits) return null;
  const modules = limits.modules.map((module) => MODULE_WORDS[module]).join(', ');
  return (
    <span className="hint">
      {' '}
      asks only: {limits.kinds.join(', ')} ({modules})
    </span>
  );
}

/** Why the account looks people up, in its own words. */
export function Purposes() {
  const account = useAccount();
  const mayChange = useMay('replacePurposes');
  const query = useQuery(purposesQuery(account));
  const [heading, focusHeading] = useHeadingFocus();
  return (
    <Section title="Purposes" intro="Why people are looked up, in your own words. A lookup names one of them." headingRef={heading}>
      <QueryResult query={query} what="the purposes">
        {(list) => (mayChange ? <Changeable list={list} onRemoved={focusHeading} /> : <Unchangeable list={list} />)}
      </QueryResult>
    </Section>
  );
}

function Unchangeable({ list }: { readonly list: PurposeList }) {
  const { purposes, required } = list;
  return (
    <>
      {purposes.length === 0 ? (
        <p className="muted">This account has no purposes.</p>
      ) : (
        <ul>
          {purposes.map((purpose) => (
            <li key={purpose} className="breakable">
              {purpose}
              <Allowed list={list} purpose={purpose} />
            </li>
          ))}
        </ul>
      )}
      <p className="small muted">
        {required ? 'Every lookup must name one. ' : ''}Only {whoMay('replacePurposes')} of the account can change them.
      </p>
    </>
  );
}

function Changeable({ list, onRemoved }: { readonly list: PurposeList; readonly onRemoved: () => void }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLFormElement>(null);
  const replace = usePrivacyChange(
    (account, { next }: { next: NewList; change: string }) => account.api.PUT('/account/purposes', { body: next }),
    'The purposes are saved.',
  );
  const { purposes, required, v1Purpose } = list;
  const add = () => {
    if (replace.isPending) return;
    replace.mutate(
      { next: { purposes: [...purposes, text.trim()], required }, change: 'added' },
      {
        onSuccess() {
          setText('');
          field.current?.querySelector('input')?.focus();
        },
      },
    );
  };
  const remove = (purpose: string) => {
    const left = purposes.filter((each) => each !== purpose);
    replace.mutate({ next: { purposes: left, required: required && left.length > 0 }, change: purpose }, { onSuccess: onRemoved });
  };
  return (
    <div className="card">
      {purposes.length === 0 ? (
        <p className="muted">
          No purposes yet. If you add some, the history shows why somebody was looked up, for example “Fraud review” or “Onboarding”.
        </p>
      ) : (
        <ul className="purposes" aria-label="Purposes">
          {purposes.map((purpose) => (
            <li key={purpose}>
              <span className="breakable">
                {purpose}
                <Allowed list={list} purpose={purpose} />
              </span>
              <Button
                label="Remove"
                kind="quiet"
                aria-label={`Remove ${purpose}`}
                busy={replace.isPending && replace.variables.change === purpose}
                onClick={() => remove(purpose)}
              />
            </li>
          ))}
        </ul>
      )}
      {purposes.length < MAX_PURPOSES && (
        <Form className="field-and-button" onSubmit={add} ref={field}>
          <TextField label="Another purpose" required maxLength={MAX_PURPOSE} autoComplete="off" value={text} onChange={setText} />
          <Button label="Add" type="submit" busy={replace.isPending && replace.variables.change === 'added'} />
        </Form>
      )}
      <div>
        <Check
          label="Every lookup must name one"
          aria-describedby="purpose-required-hint"
          checked={replace.isPending ? replace.variables.next.required : required}
          disabled={purposes.length === 0}
          onChange={(checked) => replace.mutate({ next: { purposes, required: checked }, change: 'required' })}
        />
        <p className="hint" id="purpose-required-hint">
          {purposes.length === 0
            ? 'Add a purpose first.'
            : 'A lookup without a purpose is refused, in the dashboard and from API keys. Version 1 of the API has no field for ' +
              'it: all of its lookups have the one that you choose here.'}
        </p>
      </div>
      {purposes.length > 0 && (
        <SelectField
          label="Purpose of lookups by version 1"
          value={(replace.isPending ? replace.variables.next.v1Purpose : v1Purpose) ?? ''}
          options={[['', 'None'], ...purposes.map((each) => [each, each] as const)]}
          onChange={(chosen) => replace.mutate({ next: { purposes, required, v1Purpose: chosen || null }, change: 'v1' })}
        />
      )}
      {replace.error && <ErrorNote error={replace.error} />}
    </div>
  );
}
