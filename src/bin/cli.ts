/** The command line: `npx footprint …`. */
import { Command } from 'commander';
import { accountCommand, keyCommand } from '../cli/account-commands.js';
import { ApiRefusal } from '../cli/api-client.js';
import { batchCommand } from '../cli/batch-command.js';
import { breachesCommand } from '../cli/breaches-command.js';
import { catalogueCommand } from '../cli/catalogue-command.js';
import { flowCommand } from '../cli/flow-command.js';
import { lookupCommand } from '../cli/lookup-command.js';
import { retentionCommand } from '../cli/retention-command.js';
import { webhookCommand } from '../cli/webhook-command.js';
import { ConfigError } from '../config/env.js';
import { ServiceError } from '../domain/errors.js';
import { exitWith } from '../bootstrap/exit.js';

const program = new Command('footprint')
  .description('identity footprint lookups')
  .addCommand(accountCommand())
  .addCommand(keyCommand())
  .addCommand(lookupCommand())
  .addCommand(flowCommand())
  .addCommand(batchCommand())
  .addCommand(catalogueCommand())
  .addCommand(breachesCommand())
  .addCommand(webhookCommand())
  .addCommand(retentionCommand());

await program.parseAsync().catch((error: unknown) => {
  const told = error instanceof ConfigError || error instanceof ServiceError || error instanceof ApiRefusal;
  exitWith(error, told);
});
