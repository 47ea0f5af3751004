import { Page } from '../components/page.js';

export function Usage() {
  return <Page title="Usage">{null}</Page>;
}
