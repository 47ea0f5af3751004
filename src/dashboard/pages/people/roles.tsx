import { useId } from 'react';
import { type Role, ROLES } from '../../../features/accounts/roles.js';
import { Option } from '../../components/controls.js';
import { Section } from '../../components/page.js';

interface RoleWords {
  readonly name: string;
  /** One sentence, beside a choice. */
  readonly short: string;
  readonly may: readonly string[];
}

/** Each role includes the permissions of the roles before it. */
export const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  member: {
    name: 'Member',
    short: 'Looks up identities and reads the history.',
    may: [
      'Look up identities; read and search the history',
      'See platforms, webhooks, deliveries and usage',
      'See who the members are, and leave the account',
    ],
  },
  admin: {
    name: 'Admin',
    short: 'Also manages webhooks, keys, people and privacy.',
    may: [
      'Create, roll and revoke API keys; change webhooks',
      'Invite and remove members and admins',
      'Delete lookups, suppress and erase identities; decide on purposes',
      'Read the audit log and the e-mails',
    ],
  },
  owner: {
    name: 'Owner',
    short: 'Also assigns roles, and can export or delete the account.',
    may: ['Change roles, and remove owners', 'Export all data of the account', 'Delete the account, or cancel its deletion'],
  },
};

interface RoleChoiceProps<R extends Role> {
  readonly legend: string;
  readonly roles: readonly R[];
  readonly value: R;
  readonly onChange: (role: R) => void;
}

/** One of some roles, with what each may do. */
export function RoleChoice<R extends Role>({ legend, roles, value, onChange }: RoleChoiceProps<R>) {
  const id = useId();
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {roles.map((role) => (
        <Option
          label={ROLE_WORDS[role].name}
          key={role}
          type="radio"
          name={id}
          hint={ROLE_WORDS[role].short}
          checked={role === value}
          onChange={() => onChange(role)}
        />
      ))}
    </fieldset>
  );
}

/** What a member with each role may do. */
export function RoleGuide() {
  return (
    <Section title="What each role may do" intro="Each role includes the permissions of the roles before it.">
      <div className="cards role-cards">
        {ROLES.map((role) => (
          <div className="card" key={role}>
            <h3>{ROLE_WORDS[role].name}</h3>
            <ul className="role-may">
              {ROLE_WORDS[role].may.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}
