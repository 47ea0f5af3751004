import { Argument, Command } from 'commander';
import { OUTCOMES } from '../features/outcomes/outcome.js';
import { ApiError, bodyOf } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { readInput } from './input.js';
import { printFields, printNotice, printRecord } from './output.js';

/** `footprint risk …`: how lookups turned out, which reasons of the risk were right, and the model that scores. */
export function riskCommand(): Command {
  const command = new Command('risk').description('report how lookups turned out, and calibrate the risk model with it');
  for (const each of [outcomeCommand(), outcomesCommand(), calibrationCommand(), modelCommand()]) command.addCommand(withConnection(each));
  return command;
}

const outcomeCommand = () =>
  new Command('outcome')
    .description('show how a lookup turned out, or report it')
    .argument('<lookup>', 'its id')
    .addArgument(new Argument('[outcome]', 'what to report; `none` takes it back').choices([...OUTCOMES, 'none']))
    .option('--platform <slug>', 'with wrong_result: the platform whose result is wrong; it is disputed')
    .action(async (id: string, reported: string | undefined, { platform, ...flags }: ConnectionFlags & { platform?: string }) => {
      const [client, path, params] = [connect(flags), '/v2/lookup/{id}/outcome', { path: { id } }] as const;
      const body = { outcome: OUTCOMES.find((each) => each === reported) ?? null, ...(platform !== undefined && { platform }) };
      printRecord(await (reported === undefined ? bodyOf(client.GET(path, { params })) : bodyOf(client.PUT(path, { params, body }))));
    });

const outcomesCommand = () =>
  new Command('outcomes')
    .description('report the outcomes of many lookups')
    .argument(
      '<file>',
      'CSV with a line `id,outcome` for each, and for wrong_result the platform as a third cell; `-` reads standard input',
    )
    .action(async (file: string, flags: ConnectionFlags) => {
      const bytes = await readInput(file);
      const request = { body: bytes as never, bodySerializer: (body: unknown) => body as Buffer, headers: { 'Content-Type': 'text/csv' } };
      const { recorded, results } = await bodyOf(connect(flags).POST('/v2/lookups/outcomes', request));
      printRecord({ recorded });
      const faults = results.flatMap(({ line, error }) => (error ? [`\n  line ${line}: ${error.message}`] : []));
      if (faults.length > 0) throw new ApiError(`${faults.length} of ${results.length} lines were not kept:${faults.join('')}`);
    });

const calibrationCommand = () =>
  new Command('calibration')
    .description('compare the reasons of good and bad lookups, with the weights that they would deserve')
    .action(async (flags: ConnectionFlags) => {
      const { modelVersion, reasons, suggestion } = await bodyOf(connect(flags).GET('/v2/risk/calibration'));
      const rows = reasons.flatMap(({ code, weight, suggestedWeight, likelihood: known }) =>
        known ? [{ code, ...known, weight, suggestedWeight }] : [],
      );
      printFields(rows, ['code', 'stood', 'of', 'ratio', 'low', 'high', 'weight', 'suggestedWeight']);
      printNotice(`The model in force is ${modelVersion}.`);
      if (!suggestion) return;
      const { lookups, raised, lowered } = suggestion.effect;
      printNotice(`${suggestion.modelVersion} would have raised ${raised} and lowered ${lowered} of the latest ${lookups} lookups.`);
    });

const modelCommand = () =>
  new Command('model')
    .description('score lookups that are accepted from now on with another model')
    .argument('<version>', 'a version that `footprint risk calibration` or an answer names')
    .action(async (modelVersion: string, flags: ConnectionFlags) =>
      printRecord(await bodyOf(connect(flags).PUT('/v2/risk/model', { body: { modelVersion } }))),
    );
