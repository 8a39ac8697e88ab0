import { randomUUID } from 'node:crypto';
import { markVariable } from '../../marked-processes.ts';
import type { ProcessCommand } from '../../process-command.ts';
import { proxyEnvironment } from '../gateway/gateway.ts';
import type { ContainerSettings, RunNetwork, Sandbox } from '../isolation.ts';
import { findGatewayProgram } from '../wrap-command.ts';
import { clientEnvironment } from './container-client.ts';
import { endMark, enterContainer } from './container-entry.ts';
import { containerMemoryPlace, mountSandbox } from './list-mounts.ts';
import { containerName, type NamedContainer } from './remove-containers.ts';

/** Default limit of processes and threads of a container, for example of the trial. */
const usualProcesses = 4096;

/**
 * Runs a client. The client's own messages, such as a warning about the kernel, are not output of the command. Its exit code alone does not
 * show whether the container ended: a client whose connection breaks exits with 1. Without the mark of the end, the code is 125 or above,
 * and the client's messages are shown.
 */
const clientScript = `exec 4>&1
said=$("$@" 2>&1 >&4 4>&-); code=$?
case $said in *'${endMark}'*) ended=\${said##*${endMark}}; ended=\${ended%%[!0-9]*};; *) ended=;; esac
[ -z "$ended" ] || exit "$ended"
[ -z "$said" ] || printf '%s\\n' "$said"
[ "$code" -ge 125 ] || code=125
exit "$code"`;

/** The client's network option by kind. With `proxy` there is no network: the proxy's socket is a file. */
const networkNames = { full: 'host', none: 'none', proxy: 'none' } as const satisfies { readonly [K in RunNetwork['kind']]: string };

const boundaries =
  '--read-only --cap-drop ALL --security-opt no-new-privileges --security-opt label=disable --log-driver none ' +
  `--hostname slipway --shm-size ${containerMemoryPlace}`;

const limitContainer = (
  { cpus }: ContainerSettings,
  { memoryMegabytes, processes = usualProcesses }: Sandbox,
  fileBytes: number | undefined,
): readonly string[] => [
  '--pids-limit',
  `${processes}`,
  ...(cpus === undefined ? [] : ['--cpus', `${cpus}`]),
  ...(memoryMegabytes === undefined ? [] : ['--memory', `${memoryMegabytes}m`]),
  ...(fileBytes === undefined ? [] : ['--ulimit', `fsize=${fileBytes}:${fileBytes}`]),
];

/** The command through the program of the gateway, where the network is a proxy. */
const leadOut = (command: ProcessCommand, sandbox: Sandbox): { readonly command: ProcessCommand; readonly sandbox: Sandbox } => {
  const { gateway } = sandbox.isolation;
  if (gateway === undefined) return { command, sandbox };
  const { command: program, files } = findGatewayProgram();
  const { programs = [], reads = [] } = sandbox;
  return {
    command: {
      ...command,
      argv: [...program, gateway.folder, `${gateway.servicePort ?? 0}`, ...command.argv],
      environment: { ...command.environment, ...proxyEnvironment() },
    },
    sandbox: { ...sandbox, programs: [...programs, ...files], reads: [...reads, gateway.folder] },
  };
};

/** What is started on this machine for a command in a container. Its standard input is that of `enterContainer`. */
export interface ContainedCommand extends Pick<ProcessCommand, 'argv' | 'folder' | 'environment'> {
  readonly container: NamedContainer;
}

/**
 * The client's arguments that run the command of a piece of work in its own container, which is removed with its first process. They
 * contain no values of variables, because command lines are readable for everybody on the machine.
 */
export const wrapInContainer = (given: ProcessCommand, settings: ContainerSettings, sandboxed: Sandbox): ContainedCommand => {
  const { command, sandbox } = leadOut(given, sandboxed);
  const { program, network } = sandbox.isolation;
  const entry = enterContainer(command.environment, command.folder, command.argv);
  const name = `${containerName(command.environment[markVariable] ?? 'trial')}.${randomUUID().slice(0, 8)}`;
  const words = [
    ...`run --rm --interactive --pull never --name ${name} --network ${networkNames[network.kind]}`.split(' '),
    ...settings.identity,
    ...boundaries.split(' '),
    ...limitContainer(settings, sandbox, command.fileBytes),
    ...mountSandbox(sandbox, settings),
    ...Object.keys(entry.environment).flatMap((variable) => ['--env', variable]),
    ...'--workdir / --entrypoint /bin/sh'.split(' '),
    settings.image,
    ...entry.words,
  ];
  return {
    argv: ['/bin/sh', '-c', clientScript, 'slipway-client', program, ...words],
    folder: '/',
    environment: { ...clientEnvironment(), ...entry.environment },
    container: { program, name },
  };
};
