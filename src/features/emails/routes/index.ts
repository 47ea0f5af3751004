/** Operations of emails: a file each, named by its `operationId`. */
import { listEmailsRoute } from './list-emails.js';

export const emailRoutes = [listEmailsRoute];
