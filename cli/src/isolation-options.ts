import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isPublicAddress } from '@slipway/service/delivery/public-address';
import { isImageName } from '@slipway/service/runner/isolation/docker/container-client';
import { defaultRunImage } from '@slipway/service/runner/isolation/docker/try-docker';
import { findIsolation } from '@slipway/service/runner/isolation/find-isolation';
import { IsolationUnavailable } from '@slipway/service/runner/isolation/trial';
import {
  describeIsolation,
  type Isolation,
  type IsolationKind,
  isolationKinds,
  type RunNetwork,
} from '@slipway/service/runner/isolation/isolation';
import { CliError } from './cli-error.ts';
import { type RunLimitOptions, runLimitOptions } from './run-limit-options.ts';

export interface IsolationOptions extends RunLimitOptions {
  readonly isolation?: IsolationKind;
  readonly runNetwork?: RunNetwork['kind'];
  readonly runHosts?: readonly string[];
  readonly runReads?: readonly string[];
  readonly runImage?: string;
  readonly runCpus?: number;
  /** Of each plan and apply; what limits it has to work. */
  readonly runMemoryMegabytes?: number;
}

const parseHosts = (text: string): readonly string[] => {
  const list = text.split(',').map((host) => host.trim().toLowerCase());
  const odd = list.find((host) => !/^(\*\.)?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/.test(host));
  if (odd !== undefined)
    throw new InvalidArgumentError(`'${odd}' is not a host such as registry.example.com, *.example.com or h.example.com:8443.`);
  return list;
};
const parseImage = (text: string): string => {
  if (!isImageName(text)) throw new InvalidArgumentError('Expected the name of an image such as tools:1 or registry.example.com/tools:1.');
  return text;
};
const parseCpus = (text: string): number => {
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('Expected a number above 0, such as 1.5.');
  return Number(text);
};
const parsePaths = (text: string): readonly string[] => text.split(',').map((path) => path.trim());

/** Options of what runs are put into, and of what all their processes do together. */
export const isolationOptions = (command: Command): Command =>
  runLimitOptions(command)
    .addOption(
      new Option('--isolation <kind>', 'what runs and jobs are put into (default: the strongest that works here)').choices(isolationKinds),
    )
    .addOption(
      new Option('--run-network <kind>', 'network of runs and jobs: all, none, or only --run-hosts').choices(['full', 'none', 'proxy']),
    )
    .addOption(new Option('--run-hosts <hosts>', 'hosts that --run-network proxy lets through, separated by commas').argParser(parseHosts))
    .addOption(
      new Option('--run-reads <paths>', 'folders and files beside the system that isolated runs read, separated by commas').argParser(
        parsePaths,
      ),
    )
    .addOption(
      new Option('--run-image <image>', `image of --isolation docker, which is not pulled (default: ${defaultRunImage})`).argParser(
        parseImage,
      ),
    )
    .addOption(new Option('--run-cpus <number>', 'processors of each container of --isolation docker (default: all)').argParser(parseCpus));

const createNetwork = ({ runNetwork = 'full', runHosts }: IsolationOptions): RunNetwork => {
  if (runNetwork !== 'proxy') {
    if (runHosts) throw new CliError('--run-hosts is for --run-network proxy.', 2);
    return { kind: runNetwork };
  }
  if (!runHosts) throw new CliError('--run-network proxy needs --run-hosts: the hosts that it lets through.', 2);
  return { kind: 'proxy', hosts: runHosts, isPublic: isPublicAddress };
};

const requireDocker = ({ isolation, runImage, runCpus }: IsolationOptions): void => {
  if (isolation === 'docker') return;
  for (const [flag, value] of [
    ['--run-image', runImage],
    ['--run-cpus', runCpus],
  ] as const)
    if (value !== undefined) throw new CliError(`${flag} is for --isolation docker.`, 2);
};

/**
 * The isolation that is in force. `hides`: what is the service's own. Throws a CliError where what was asked for does not work; `warn`
 * receives why nothing is isolated although nobody asked for that.
 */
export const resolveIsolation = async (
  options: IsolationOptions,
  hides: readonly string[],
  warn: (sentence: string) => void,
): Promise<Isolation | undefined> => {
  const network = createNetwork(options);
  requireDocker(options);
  const { isolation: kind, runReads = [], runImage: image, runCpus: cpus, runMemoryMegabytes: memoryMegabytes } = options;
  const request = { kind, network, hides, reads: runReads.map((path) => resolve(path)), image, cpus, memoryMegabytes };
  const found = await findIsolation(request).catch((error: unknown) => {
    throw error instanceof IsolationUnavailable ? new CliError(`--isolation ${kind}: ${error.message}.`, 2) : error;
  });
  if (found.isolation === undefined && network.kind !== 'full')
    throw new CliError(
      `--run-network ${network.kind} needs an isolation, and there is none: ${found.missing[0] ?? '--isolation none was asked for'}.`,
      2,
    );
  if (found.isolation === undefined && found.missing.length > 0)
    warn(`runs and jobs are not isolated: ${found.missing[0]}; \`--isolation none\` says that this is meant`);
  return found.isolation;
};

/** The line of the start that says it. */
export const renderIsolation = (isolation: Isolation | undefined): string =>
  isolation === undefined ? 'none: what runs sees and may do all that the user of this process does' : describeIsolation(isolation);
