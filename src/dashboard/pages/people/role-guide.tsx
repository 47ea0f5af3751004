import { ROLES } from '../../../domain/billing/roles.js';
import { Section } from '../../components/section.js';
import { ROLE_WORDS } from './roles.js';

/** What a member with each role may do. */
export function RoleGuide() {
  return (
    <Section title="What each role may do" lead="Each role includes the permissions of the roles before it.">
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
