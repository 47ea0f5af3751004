import { useState } from 'react';
import { MAX_CLAIMED_NAME } from '../../../facts/risk/name-agreement.js';
import { COUNTRIES } from '../../client/countries.js';
import { SelectField, TextField } from '../../components/controls.js';

const NOTHING = { claimedName: '', claimedCompany: '', claimedCountry: '' };
type Texts = typeof NOTHING;
/** Fields that were filled in. */
export type Claimed = Partial<Texts>;

/** What the person said about themselves. */
export default function ClaimedFields({ onChange }: { readonly onChange: (changed: Claimed) => void }) {
  const [claimed, setClaimed] = useState(NOTHING);
  const change = (texts: Texts) => {
    setClaimed(texts);
    onChange(Object.fromEntries(Object.entries(texts).flatMap(([field, text]) => (text.trim() ? [[field, text.trim()]] : []))));
  };
  return (
    <>
      <TextField
        label="Name they gave (optional)"
        hint="Compared with the names on the accounts that are found, and with the e-mail address. Never sent to a platform."
        autoComplete="off"
        maxLength={MAX_CLAIMED_NAME}
        value={claimed.claimedName}
        onChange={(claimedName) => change({ ...claimed, claimedName })}
      />
      <div className="form-row">
        <TextField
          label="Company they named (optional)"
          hint="Compared with the mail domain."
          autoComplete="off"
          maxLength={MAX_CLAIMED_NAME}
          value={claimed.claimedCompany}
          onChange={(claimedCompany) => change({ ...claimed, claimedCompany })}
        />
        <SelectField
          label="Country they named (optional)"
          hint="Compared with phone numbers and IP addresses."
          options={[['', 'None'], ...COUNTRIES]}
          value={claimed.claimedCountry}
          onChange={(claimedCountry) => change({ ...claimed, claimedCountry })}
        />
      </div>
    </>
  );
}
