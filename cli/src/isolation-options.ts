import { type Command, InvalidArgumentError, Option } from 'commander';
import { defaultRunImage, isImageName } from '@slipway/service/runner/isolation/docker/image-name';
import {
  describeIsolation,
  type Isolation,
  type IsolationKind,
  isolationKinds,
  type RunNetwork,
} from '@slipway/service/runner/isolation/isolation';
import { type RunLimitOptions, runLimitOptions } from './run-limit-options.ts';

export interface IsolationOptions extends RunLimitOptions {
  readonly isolation?: IsolationKind;
  readonly runNetwork?: RunNetwork['kind'];
  readonly runHosts?: readonly string[];
  readonly runReads?: readonly string[];
  readonly runImage?: string;
  readonly runCpus?: number;
  /** The memory limit of each plan and apply; a way to enforce it must work. */
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

/** The line about isolation in the output of the start. */
export const renderIsolation = (isolation: Isolation | undefined): string =>
  isolation === undefined ? 'none: what runs sees and may do all that the user of this process does' : describeIsolation(isolation);
