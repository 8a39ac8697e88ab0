import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isolationOptions } from '../isolation-options.ts';
import { masterKeyOptions } from '../master-key-options.ts';
import { withFormerOptions } from '../former-options.ts';
import { networkKind, newOrganizationNameKind, publicUrlKind, webAddressKind } from '@slipway/service/access/names';

const parsePort = (text: string): number => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('Expected a port from 0 (any free port) to 65535.');
  return number;
};
const parseAmount = (text: string): number => {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Expected a number from 0.');
  return Number(text);
};
const parsePositiveInteger = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 99999.');
  return Number(text);
};
const parsePageSize = (text: string): number => {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100)
    throw new InvalidArgumentError('Expected a whole number from 1 to 100.');
  return Number(text);
};
const parseBoolean = (text: string): boolean => {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('Expected true or false.');
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

const parsePublicUrl = (text: string): string => {
  const url = text.replace(/\/$/, '');
  if (!publicUrlKind.accepts(url)) throw new InvalidArgumentError(`It takes ${publicUrlKind.description}.`);
  return url;
};
const parseNetworks = (text: string): readonly string[] => {
  const list = text.split(',').map((network) => network.trim());
  const odd = list.find((network) => !networkKind.accepts(network));
  if (odd !== undefined) throw new InvalidArgumentError(`'${odd}' is not ${networkKind.description}.`);
  return list;
};

const formerOptions = {
  dialect: { flags: '--profile <name>' },
  engineVersions: { flags: '--engine-releases <versions>' },
  runStatusMilliseconds: { flags: '--run-step-milliseconds <number>' },
  ciStatusMilliseconds: { flags: '--ci-step-milliseconds <number>' },
  maxConcurrentJobs: { flags: '--jobs-at-once <number>' },
  jobTimeoutMinutes: { flags: '--job-minutes <number>' },
};

export const serveCommand = (): Command => withFormerOptions(masterKeyOptions(serveOptions()), formerOptions);

// oxlint-disable-next-line max-lines-per-function -- a table of options
const serveOptions = (): Command =>
  isolationOptions(
    new Command('serve')
      .description('run the embedded services until Ctrl-C')
      .addOption(new Option('-p, --port <number>', 'port to listen on; 0 selects a free port').argParser(parsePort).default(4000))
      .option('--host <address>', 'address to listen on; any other than loopback lets other machines connect', '127.0.0.1')
      .addOption(
        new Option('--public-url <url>', 'address under which clients reach the service, such as that of a proxy with TLS')
          .env('SLIPWAY_PUBLIC_URL')
          .argParser(parsePublicUrl),
      )
      .addOption(
        new Option(
          '--trusted-proxies <networks>',
          'proxies whose forwarding headers are trusted, as addresses or networks separated by commas',
        )
          .env('SLIPWAY_TRUSTED_PROXIES')
          .argParser(parseNetworks),
      )
      .optionsGroup('Storage (one of):')
      .option('-d, --data <folder>', 'store data in this folder (default: .slipway/data)')
      .addOption(new Option('--in-memory', 'store data in memory only, for tests').conflicts(['data', 'postgres']))
      .addOption(
        new Option('--postgres <url>', 'store data in PostgreSQL; several processes can share a database')
          .env('SLIPWAY_POSTGRES')
          .conflicts(['data', 'inMemory']),
      )
      .addOption(
        new Option('--postgres-replica <url>', 'read lists from a replica of that database, if it is up to date').env(
          'SLIPWAY_POSTGRES_REPLICA',
        ),
      )
      .option('--check', 'check the data folder and its keys, change nothing, and exit')
      .addOption(
        new Option(
          '--accept-loss',
          'open what is left of a data folder that lacks something; copies of its files are kept in it',
        ).conflicts(['inMemory', 'postgres', 'check']),
      )
      .optionsGroup('Initial data:')
      .option('--seed <file>', 'file with initial objects, YAML or JSON')
      .addOption(
        new Option('--organization <name>', 'organization to create in an empty store').argParser(parseOrganization).default('slipway'),
      )
      .addOption(new Option('--token <text>', 'first token, instead of a random one').env('SLIPWAY_FIRST_TOKEN'))
      .optionsGroup('Behavior:')
      .addOption(
        new Option('--dialect <name>', 'API dialect; auto responds in the dialect of the request')
          .choices(['auto', 'neutral', 'hosted'])
          .default('auto'),
      )
      .addOption(new Option('--edition <name>', 'edition of the service').choices(['hosted', 'self-hosted']))
      .addOption(new Option('--tier <name>', 'plan of its organizations').choices(['free', 'standard', 'plus']))
      .addOption(new Option('--rate-limit <number>', 'requests per second and caller; 0 means no limit').argParser(parseAmount))
      .addOption(new Option('--global-remote-state <bool>', 'default of global-remote-state for new workspaces').argParser(parseBoolean))
      .addOption(
        new Option(
          '--workspace-admins-force-delete <bool>',
          'whether workspace admins can delete workspaces that manage resources',
        ).argParser(parseBoolean),
      )
      .addOption(new Option('--assessments-enforced <bool>', 'whether health assessments are enforced').argParser(parseBoolean))
      .addOption(new Option('--engine-versions <versions>', 'available engine versions, separated by commas').argParser(parseVersions))
      .addOption(
        new Option(
          '--runs <kind>',
          'how runs advance: not here, or simulated (default: none; scripted with --run-status-milliseconds)',
        ).choices(['none', 'scripted']),
      )
      .addOption(new Option('--run-status-milliseconds <number>', 'milliseconds that a run stays in each status').argParser(parseAmount))
      .addOption(
        new Option('--private-destinations <bool>', 'whether notifications and run tasks can be sent to private addresses').argParser(
          parseBoolean,
        ),
      )
      .addOption(new Option('--ci-page-size <number>', 'items on a page of the CI service').argParser(parsePageSize))
      .addOption(
        new Option('--ci-private-webhooks <bool>', 'whether webhooks of the CI service can be sent to private addresses').argParser(
          parseBoolean,
        ),
      )
      .addOption(
        new Option(
          '--ci-status-milliseconds <number>',
          'milliseconds that a pipeline or job of the CI service stays in each status',
        ).argParser(parseAmount),
      )
      .option('--repositories <folder>', 'folder of git repositories of workspaces, as owner/name or owner/name.git')
      .option('--orbs <folder>', 'folder with orbs, as namespace/name@version.yml (default: orbs beside the seed file, if it exists)')
      .optionsGroup('Jobs of the CI service, and runs of workspaces:')
      .option('--run-jobs', 'execute jobs and runs on this machine, isolated as --isolation says')
      .addOption(
        new Option('--max-concurrent-jobs <number>', 'maximum number of concurrent jobs and runs')
          .argParser(parsePositiveInteger)
          .default(Math.min(availableParallelism(), 8)),
      )
      .addOption(
        new Option('--job-timeout-minutes <number>', 'time limit of a job, of a plan and of an apply')
          .argParser(parsePositiveInteger)
          .default(60),
      )
      .option('--jobs-folder <folder>', 'folder for working directories and results of jobs (default: jobs in the data folder)')
      .option('--engines-folder <folder>', 'engines of runs: <folder>/<version>/terraform or tofu (default: those of the search path)')
      .option('--provider-mirror <folder>', 'filesystem mirror, the only source of providers (default: those of configurations)')
      .addOption(
        new Option('--run-cpu-seconds <number>', 'CPU time limit of a plan or an apply, for all its processes').argParser(
          parsePositiveInteger,
        ),
      )
      .addOption(
        new Option('--run-memory-megabytes <number>', 'memory limit of a plan or an apply, for all its processes').argParser(
          parsePositiveInteger,
        ),
      )
      .addOption(
        new Option(
          '--opa <address>',
          'address of an Open Policy Agent that compiles and evaluates policies, instead of the built-in interpreter',
        )
          .env('SLIPWAY_OPA')
          .argParser(parseWebAddress),
      )
      .optionsGroup('Isolation and limits of jobs and runs:'),
  )
    .optionsGroup('For tests and scripts:')
    .addOption(new Option('--operator-token <text>', 'token for /_local/, from any machine').env('SLIPWAY_OPERATOR_TOKEN'))
    .option('--test-controls', 'allow all processes of this machine to write through /_local/')
    .option('--journal-bodies', 'record headers and bodies in the journal (/_local/requests), without secrets')
    .option('--json', 'print one line of JSON: address, port, organization, token')
    .action(async (options) => {
      if (options.check) {
        console.log((await import('../serve/check-store.ts')).checkStore(options));
        return;
      }
      const { serveUntilStopped } = await import('../serve/serve-until-stopped.ts');
      await serveUntilStopped(options);
    });
