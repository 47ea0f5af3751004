/** Operations of emails: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { EmailOutbox } from '../store/email-outbox.js';
import { listEmailsRoute } from './list-emails.js';

export function emailRoutes(ctx: { readonly emailOutbox: Pick<EmailOutbox, 'list'> }): Route[] {
  return [listEmailsRoute(ctx)];
}
