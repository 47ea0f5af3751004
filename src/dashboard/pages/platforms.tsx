import { Page } from '../components/page.js';

export function Platforms() {
  return <Page title="Platforms">{null}</Page>;
}
