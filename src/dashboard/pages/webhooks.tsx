import { Page } from '../components/page.js';

export function Webhooks() {
  return <Page title="Webhooks">{null}</Page>;
}
