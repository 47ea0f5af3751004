import { Page } from '../components/page.js';

export function Lookups() {
  return <Page title="History">{null}</Page>;
}
