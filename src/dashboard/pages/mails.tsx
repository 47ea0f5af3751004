import { Page } from '../components/page.js';

export function Mails() {
  return <Page title="Mails">{null}</Page>;
}
