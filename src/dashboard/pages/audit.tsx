import { Page } from '../components/page.js';

export function Audit() {
  return <Page title="Audit log">{null}</Page>;
}
