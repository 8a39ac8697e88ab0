import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withFormerOptions } from '../former-options.ts';
import { newOrganizationNameKind, webAddressKind } from '../../service/access/names.ts';

const parsePort = (text: string): number => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('A port is a number from 0 (any free one) to 65535.');
  return number;
};
const parseAmount = (text: string): number => {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('A number from 0 on.');
  return Number(text);
};
const parsePositiveInteger = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 to 99999.');
  return Number(text);
};
const parsePageSize = (text: string): number => {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100) throw new InvalidArgumentError('A whole number from 1 to 100.');
  return Number(text);
};
const parseBoolean = (text: string): boolean => {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('true or false.');
  return text === 'true';
};
const parseVersions = (text: string): readonly string[] => {
  const list = text.split(',').map((version) => version.trim());
  const odd = list.find((version) => !/^\d+\.\d+\.\d+([-+][0-9A-Za-z.-]+)?$/.test(version));
  if (odd !== undefined) throw new InvalidArgumentError(`'${odd}' is not a version such as 1.11.4.`);
  return list;
};

const parseOrganization = (text: string): string => {
  if (!newOrganizationNameKind.accepts(text)) throw new InvalidArgumentError(`It takes ${newOrganizationNameKind.description}.`);
  return text;
};

const parseWebAddress = (text: string): string => {
  if (!webAddressKind.accepts(text)) throw new InvalidArgumentError(`It takes ${webAddressKind.description}.`);
  return text;
};

const formerOptions = {
  dialect: { flags: '--profile <name>' },
  engineVersions: { flags: '--engine-releases <versions>' },
  runStatusMilliseconds: { flags: '--run-step-milliseconds <number>' },
  ciStatusMilliseconds: { flags: '--ci-step-milliseconds <number>' },
  maxConcurrentJobs: { flags: '--jobs-at-once <number>' },
  jobTimeoutMinutes: { flags: '--job-minutes <number>' },
};

export const serveCommand = (): Command => withFormerOptions(serveOptions(), formerOptions);

// oxlint-disable-next-line max-lines-per-function -- a table of options
const serveOptions = (): Command =>
  new Command('serve')
    .description('run the embedded services until Ctrl-C')
    .addOption(new Option('-p, --port <number>', 'where to listen; 0 takes any free port').argParser(parsePort).default(4000))
    .option('--host <address>', 'which address to listen on; others than loopback let other machines in', '127.0.0.1')
    .optionsGroup('Storage (one of):')
    .option('-d, --data <folder>', 'keep everything in this folder (default: .slipway/data)')
    .addOption(new Option('--in-memory', 'keep nothing: for tests').conflicts(['data', 'postgres']))
    .addOption(
      new Option('--postgres <url>', 'keep everything in PostgreSQL; several processes may share one')
        .env('SLIPWAY_POSTGRES')
        .conflicts(['data', 'inMemory']),
    )
    .optionsGroup('What is there at the start:')
    .option('--seed <file>', 'objects to begin with, YAML or JSON')
    .addOption(
      new Option('--organization <name>', 'the organization an empty store is given').argParser(parseOrganization).default('slipway'),
    )
    .addOption(new Option('--token <text>', 'the first token, instead of one made by chance').env('SLIPWAY_FIRST_TOKEN'))
    .optionsGroup('How it behaves:')
    .addOption(
      new Option('--dialect <name>', 'the API dialect; auto answers in the dialect of the request')
        .choices(['auto', 'neutral', 'hosted'])
        .default('auto'),
    )
    .addOption(new Option('--edition <name>', 'which edition it is').choices(['hosted', 'self-hosted']))
    .addOption(new Option('--tier <name>', 'which plan its organizations are on').choices(['free', 'standard', 'plus']))
    .addOption(new Option('--rate-limit <number>', 'requests per second and caller; 0 for no limit').argParser(parseAmount))
    .addOption(
      new Option('--global-remote-state <bool>', 'whether everyone may read the state of workspaces created without saying').argParser(
        parseBoolean,
      ),
    )
    .addOption(
      new Option(
        '--workspace-admins-force-delete <bool>',
        'whether workspace admins may delete workspaces that manage resources',
      ).argParser(parseBoolean),
    )
    .addOption(new Option('--assessments-enforced <bool>', 'whether health assessments are enforced').argParser(parseBoolean))
    .addOption(new Option('--engine-versions <versions>', 'which engine versions exist, with commas between').argParser(parseVersions))
    .addOption(new Option('--run-status-milliseconds <number>', 'how long a run stays in each status').argParser(parseAmount))
    .addOption(new Option('--ci-page-size <number>', 'how many things are on a page of the CI service').argParser(parsePageSize))
    .addOption(
      new Option('--ci-private-webhooks <bool>', 'whether webhooks of the CI service are sent to private addresses, too').argParser(
        parseBoolean,
      ),
    )
    .addOption(
      new Option('--ci-status-milliseconds <number>', 'how long a pipeline or job of the CI service stays in each status').argParser(
        parseAmount,
      ),
    )
    .optionsGroup('Jobs of the CI service:')
    .option('--run-jobs', 'really run them, as processes of this machine with your rights: only for code that you trust')
    .addOption(
      new Option('--max-concurrent-jobs <number>', 'how many run at the same time')
        .argParser(parsePositiveInteger)
        .default(Math.min(availableParallelism(), 8)),
    )
    .addOption(new Option('--job-timeout-minutes <number>', 'the longest that one may take').argParser(parsePositiveInteger).default(60))
    .option('--jobs-folder <folder>', 'where they live and what they leave is kept (default: jobs in the data folder)')
    .addOption(
      new Option(
        '--opa <address>',
        'where an Open Policy Agent listens that compiles and evaluates policies, instead of the part of this service',
      )
        .env('SLIPWAY_OPA')
        .argParser(parseWebAddress),
    )
    .optionsGroup('For tests and scripts:')
    .addOption(new Option('--operator-token <text>', 'opens /_local/ to whoever sends it, from anywhere').env('SLIPWAY_OPERATOR_TOKEN'))
    .option('--test-controls', 'lets everybody on this machine change things by /_local/, not only read')
    .option('--journal-bodies', 'keeps headers and bodies in the journal (/_local/requests), without secrets')
    .option('--json', 'print one line of JSON: address, port, organization, token')
    .action(async (options) => {
      const { serveUntilStopped } = await import('../serve/serve-until-stopped.ts');
      await serveUntilStopped(options);
    });
