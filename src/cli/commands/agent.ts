import { Command, InvalidArgumentError, Option } from 'commander';

const parsePositiveInteger = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 99999.');
  return Number(text);
};

const podStartOption = (): Option =>
  new Option('--pod-start-seconds <number>', 'time in which a pod has to start, or its run is errored')
    .argParser(parsePositiveInteger)
    .default(900);

export const agentCommand = (): Command =>
  new Command('agent')
    .description('execute the runs of an agent pool on this machine')
    .addOption(new Option('--address <url>', 'the service').env('SLIPWAY_WORKSPACES_ADDRESS'))
    .option('--token-file <file>', 'file with a token of the agent pool')
    .addOption(new Option('--token <text>', 'the token itself; other users of this machine may see it').env('SLIPWAY_AGENT_TOKEN'))
    .option('--name <name>', 'name that the pool shows (default: the name of the machine)')
    .option('--single', 'take one plan or apply, and end')
    .addOption(new Option('--job-file <file>', 'the one job that an agent with --kubernetes gave to this process').hideHelp())
    .addOption(
      new Option('--max-concurrent-jobs <number>', 'plans and applies at the same time').argParser(parsePositiveInteger).default(1),
    )
    .option('--jobs-folder <folder>', 'folder for working directories; of this agent alone (default: a temporary one)')
    .option('--engines-folder <folder>', 'engines: <folder>/<version>/terraform or tofu (default: those of the search path)')
    .option('--provider-mirror <folder>', 'the only place from which runs take providers (default: where configurations say)')
    .addOption(
      new Option('--run-cpu-seconds <number>', 'CPU time of a plan or an apply, its processes together').argParser(parsePositiveInteger),
    )
    .addOption(
      new Option('--run-memory-megabytes <number>', 'memory of a plan or an apply, its processes together').argParser(parsePositiveInteger),
    )
    .optionsGroup('Runs in a Kubernetes cluster:')
    .option('--kubernetes', 'give each plan and apply to a cluster, as a Job')
    .option('--image <image>', 'image of their pods, with slipway and the engines')
    .option('--namespace <name>', 'namespace of the Jobs (default: that of this pod, else default)')
    .option('--service-account <name>', 'service account of their pods (default: that of the namespace, without its token)')
    .option('--cpu <quantity>', 'CPU of each pod, as request and limit (default: none)')
    .option('--memory <quantity>', 'memory of each pod, as request and limit (default: none)')
    .addOption(podStartOption())
    .option('--kubernetes-address <url>', 'the API server (default: that of the cluster of this pod)')
    .option('--kubernetes-token-file <file>', 'token for the API server (default: that of this pod)')
    .option('--kubernetes-authority-file <file>', 'certificates to trust of the API server (default: that of this pod)')
    .addHelpText(
      'after',
      '\nRuns are processes with your rights: only for configurations that you trust.' +
        '\nThe first SIGTERM or Ctrl-C lets what runs end, the second one interrupts it.',
    )
    .action(async (options) => (await import('../agent/run-pool-agent.ts')).runPoolAgent(options));
