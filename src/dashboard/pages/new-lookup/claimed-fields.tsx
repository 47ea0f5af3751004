import { MAX_CLAIMED_NAME } from '../../../facts/risk/name-agreement.js';
import { COUNTRIES } from '../../client/countries.js';
import { SelectField, TextField } from '../../components/controls.js';

export interface Claimed {
  readonly claimedName: string;
  readonly claimedCompany: string;
  readonly claimedCountry: string;
}

/** What the person said about themselves; empty: nothing. */
export default function ClaimedFields({ claimed, onChange }: { readonly claimed: Claimed; readonly onChange: (changed: Claimed) => void }) {
  return (
    <>
      <TextField
        label="Name they gave (optional)"
        hint="Compared with the names on the accounts that are found, and with the e-mail address. Never sent to a platform."
        autoComplete="off"
        maxLength={MAX_CLAIMED_NAME}
        value={claimed.claimedName}
        onChange={(claimedName) => onChange({ ...claimed, claimedName })}
      />
      <div className="form-row">
        <TextField
          label="Company they named (optional)"
          hint="Compared with the mail domain."
          autoComplete="off"
          maxLength={MAX_CLAIMED_NAME}
          value={claimed.claimedCompany}
          onChange={(claimedCompany) => onChange({ ...claimed, claimedCompany })}
        />
        <SelectField
          label="Country they named (optional)"
          hint="Compared with phone numbers and IP addresses."
          options={[['', 'None'], ...COUNTRIES]}
          value={claimed.claimedCountry}
          onChange={(claimedCountry) => onChange({ ...claimed, claimedCountry })}
        />
      </div>
    </>
  );
}
