import { Page } from '../components/page.js';

export function Batch() {
  return <Page title="Batch">{null}</Page>;
}
