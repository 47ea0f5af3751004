import { Page } from '../components/page.js';

export function People() {
  return <Page title="People">{null}</Page>;
}
