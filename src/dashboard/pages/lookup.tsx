import { Page } from '../components/page.js';

export function LookupPage() {
  return <Page title="LookupPage">{null}</Page>;
}
