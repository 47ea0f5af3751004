import { Page } from '../components/page.js';

export function Privacy() {
  return <Page title="Privacy">{null}</Page>;
}
