import { Page } from '../components/page.js';

/** One field for anything. */
export function LookUp() {
  return (
    <Page title="Look up" lead="Where is somebody registered, and what else is known?">
      <p />
    </Page>
  );
}
