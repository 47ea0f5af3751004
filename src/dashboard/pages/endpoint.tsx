import { Page } from '../components/page.js';

export function Endpoint() {
  return <Page title="Endpoint">{null}</Page>;
}
