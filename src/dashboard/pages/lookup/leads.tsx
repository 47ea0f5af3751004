import type { ShownLead } from '../../../domain/v2/leads.js';
import { Time } from '../../components/time.js';
import { WebLink } from './web-link.js';

/** Handles that answers revealed, each with the platform that revealed it. */
export function Leads({ leads }: { readonly leads: readonly ShownLead[] }) {
  return (
    <section className="stack derived">
      <h2>Leads</h2>
      <p className="muted">Handles that platforms revealed in their answers. They were not looked up, so they are not counted.</p>
      <ul className="mention-list">
        {leads.map(({ identity, platform, name, handle, url, source, checkedAt }) => (
          <li key={`${identity.value} ${source.platform} ${platform} ${handle}`} className="mention">
            <strong className="breakable">
              {name}: <WebLink url={url}>{handle}</WebLink>
            </strong>
            <p className="small muted breakable">
              Revealed by <WebLink url={source.url}>{source.name}</WebLink>, which was probed for {identity.value}. <Time at={checkedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
