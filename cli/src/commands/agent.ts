import { Command, InvalidArgumentError, Option } from 'commander';
import { isolationOptions } from '../isolation-options.ts';

const parsePositiveInteger = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 99999.');
  return Number(text);
};

const kubeconfigOption = (): Option =>
  new Option('--kubeconfig <file>', 'cluster and credentials, by its current context (default: those of this pod)').conflicts([
    'kubernetesAddress',
    'kubernetesTokenFile',
    'kubernetesAuthorityFile',
  ]);
const podStartOption = (): Option =>
  new Option('--pod-start-seconds <number>', 'seconds in which a pod must start; otherwise its run is errored')
    .argParser(parsePositiveInteger)
    .default(900);

const agentHelp = `
Runs are isolated as --isolation says. With \`none\` they have your permissions:
use it only for configurations that you trust.
The first SIGTERM or Ctrl-C waits for current runs to end, the second one
interrupts them.`;

export const agentCommand = (): Command =>
  isolationOptions(
    new Command('agent')
      .description('execute the runs of an agent pool on this machine')
      .addOption(new Option('--address <url>', 'the service').env('SLIPWAY_WORKSPACES_ADDRESS'))
      .option('--token-file <file>', 'file with a token of the agent pool')
      .addOption(new Option('--token <text>', 'the token itself; other users of this machine may see it').env('SLIPWAY_AGENT_TOKEN'))
      .option('--name <name>', 'name that the pool shows (default: the name of the machine)')
      .option('--single', 'execute one plan or apply, and exit')
      .addOption(new Option('--job-file <file>', 'the job that an agent with --kubernetes assigned to this process').hideHelp())
      .addOption(
        new Option('--max-concurrent-jobs <number>', 'plans and applies at the same time').argParser(parsePositiveInteger).default(1),
      )
      .option('--jobs-folder <folder>', 'working directories, of this agent only (default: a temporary folder)')
      .option('--engines-folder <folder>', 'engines: <folder>/<version>/terraform or tofu (default: those of the search path)')
      .option('--provider-mirror <folder>', 'filesystem mirror, the only source of providers (default: those of configurations)')
      .addOption(
        new Option('--run-cpu-seconds <number>', 'CPU time of a plan or an apply, of all processes').argParser(parsePositiveInteger),
      )
      .addOption(
        new Option('--run-memory-megabytes <number>', 'memory of a plan or an apply, of all processes').argParser(parsePositiveInteger),
      ),
  )
    .optionsGroup('Runs in a Kubernetes cluster:')
    .option('--kubernetes', 'execute each plan and apply as a Job of a cluster')
    .option('--image <image>', 'image of the pods, with slipway and the engines')
    .option('--namespace <name>', 'namespace of the Jobs (default: that of the kubeconfig or of this pod, else default)')
    .option('--service-account <name>', 'service account of the pods (default: that of the namespace, without its token)')
    .option('--cpu <quantity>', 'CPU of each pod, as request and limit (default: none)')
    .option('--memory <quantity>', 'memory of each pod, as request and limit (default: none)')
    .addOption(podStartOption())
    .addOption(kubeconfigOption())
    .option('--kubernetes-address <url>', 'the API server (default: that of the cluster of this pod)')
    .option('--kubernetes-token-file <file>', 'token for the API server (default: that of this pod)')
    .option('--kubernetes-authority-file <file>', 'certificate authorities of the API server (default: those of this pod)')
    .addHelpText('after', agentHelp)
    .action(async (options) => (await import('../agent/run-pool-agent.ts')).runPoolAgent(options));
