import { Command } from 'commander';
import { ServiceError } from '../kernel/values/errors.js';
import type { StoredEmail } from '../features/emails/email.js';
import { unknownAccount } from '../features/accounts/accounts.js';
import { printRecord, printRecords } from './output.js';
import { wholeNumber } from './values.js';
import { recordOperator, withStores } from './with-stores.js';

/** Most emails that one command lists. */
const MAX_EMAILS = 10_000;

/** `footprint emails …`: what was mailed about an account, without codes and tokens. */
export function emailsCommand(): Command {
  const emails = new Command('emails').description('show e-mails about an account');
  emails
    .command('list')
    .description('list e-mails about an account, newest first')
    .argument('<account>')
    .option('--limit <emails>', 'how many to list', wholeNumber(MAX_EMAILS), 50)
    .action((accountId: string, { limit }: { limit: number }) =>
      withStores(async (stores) => {
        if (!(await stores.accounts.exists(accountId))) throw unknownAccount(accountId);
        const found = await stores.emailOutbox.list(accountId, limit);
        await recordOperator(stores, 'listEmails', { accountId });
        printRecords(
          found,
          {
            mail: ({ id }) => id,
            to: ({ to }) => to,
            subject: ({ subject }) => subject,
            state: ({ state }) => state,
            'written (UTC)': ({ createdAt }) => createdAt,
          },
          { toJson: shown },
        );
      }),
    );
  emails
    .command('show')
    .description('show an e-mail about an account with its text')
    .argument('<account>')
    .argument('<mail>')
    .action((accountId: string, emailId: string) =>
      withStores(async (stores) => {
        const mail = await stores.emailOutbox.findStored(accountId, emailId);
        if (!mail) throw new ServiceError('not_found', `Account ${accountId} has no e-mail ${emailId}.`);
        await recordOperator(stores, 'showEmail', { accountId, targets: [emailId] });
        printRecord(shown(mail));
      }),
    );
  return emails;
}

const shown = ({ html: _, ...mail }: StoredEmail) => mail;
