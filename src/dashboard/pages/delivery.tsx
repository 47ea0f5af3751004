import { Page } from '../components/page.js';

export function Delivery() {
  return <Page title="Delivery">{null}</Page>;
}
