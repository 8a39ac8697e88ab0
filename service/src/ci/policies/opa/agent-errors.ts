import type { AgentErrorResponse } from './agent-client.ts';

/** The file of a policy by its id in the agent. */
export type FindFile = (id: string) => string | undefined;

/** Describes an error of the agent as `file:line:column: reason`, or by its message when it has no location. */
export const describeAgentError = ({ code, message, errors }: AgentErrorResponse, fileOf: FindFile): string => {
  const [first] = errors ?? [];
  if (!first) return `${message ?? 'no message'}${code === undefined ? '' : ` (${code})`}`;
  const { file, row, col } = first.location ?? {};
  const policyFile = file === undefined ? undefined : fileOf(file);
  const reason = `${first.message ?? message ?? 'no message'}${first.code === undefined ? '' : ` (${first.code})`}`;
  return policyFile === undefined ? reason : `${policyFile}:${row ?? 1}:${col ?? 1}: ${reason}`;
};
