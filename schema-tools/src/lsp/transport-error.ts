import type { LintOptions } from '../lint/program/lint-options.ts';

/** Why an editor cannot be spoken with as it was asked for. */
export function transportError({ nodeIpc, socket }: Pick<LintOptions, 'nodeIpc' | 'socket'>): string | undefined {
  if (nodeIpc && !process.send)
    return '--node-ipc: this process was not started with a channel for messages; omit it to use standard input and output';
  if (socket !== undefined && socket > 65_535) return `--socket ${socket}: ports end at 65535`;
  return undefined;
}
