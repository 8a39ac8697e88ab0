import { workerScript } from '@slipway/schema-tools/threads';
import { findOwnProgram, type OwnProgram } from '../own-program.ts';
import type { ProcessCommand } from '../process-command.ts';
import { wrapInBubblewrap } from './bubblewrap.ts';
import { gatewayVariable, proxyEnvironment } from './gateway/gateway.ts';
import { numberVariables, restoreVariables } from './numbered-variables.ts';

// The folder is created and entered inside: a link left there by an earlier process then cannot lead to files of the service.
const enter = `${restoreVariables}
[ -d "$1" ] || mkdir -p -- "$1"; cd -- "$1" && shift && exec "$@"`;

/**
 * Limits the processes of the sandbox's user, which are counted per sandbox; the limit does not apply to root. Shells have different
 * letters for it, and some exit for an unknown one.
 */
const limitProcesses = (most: number): string => `if (ulimit -u ${most}) 2>/dev/null; then ulimit -u ${most}; else ulimit -p ${most}; fi; `;

export const findGatewayProgram = (): OwnProgram =>
  findOwnProgram(workerScript(import.meta.url, 'gateway/main', 'run-gateway'), gatewayVariable);

/** The command that is started on this machine, so that the command of a piece of work runs in its sandbox. */
export const wrapCommand = ({ argv, folder, environment, inputs, sandbox }: ProcessCommand): Omit<ProcessCommand, 'sandbox'> => {
  if (sandbox === undefined) return { argv, folder, environment, ...(inputs ? { inputs } : {}) };
  const { gateway } = sandbox.isolation;
  const { processes } = sandbox;
  const variables = numberVariables(gateway === undefined ? environment : { ...environment, ...proxyEnvironment() });
  const script = `${processes === undefined ? '' : limitProcesses(processes)}${enter}`;
  const entering = ['/bin/sh', '-c', script, 'slipway-enter', ...variables.words, folder, ...argv];
  const started = { folder: '/', environment: variables.environment };
  if (gateway === undefined) return { ...started, ...wrapInBubblewrap(sandbox, entering) };
  const { command, files } = findGatewayProgram();
  const { programs = [], reads = [] } = sandbox;
  const words = [...command, gateway.folder, `${gateway.servicePort ?? 0}`, ...entering];
  const whole = { ...sandbox, programs: [...programs, ...files], reads: [...reads, gateway.folder] };
  return { ...started, ...wrapInBubblewrap(whole, words) };
};
