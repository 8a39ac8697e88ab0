import type { AgentErrorResponse } from './agent-client.ts';

/** Of a policy's id in the agent: the file it was sent as. */
export type FindFile = (id: string) => string | undefined;

/** What an agent says is wrong, in the words of our own: `file:line:column: reason` where it tells a place. */
export const describeAgentError = ({ code, message, errors }: AgentErrorResponse, fileOf: FindFile): string => {
  const [first] = errors ?? [];
  if (!first) return `${message ?? 'no message'}${code === undefined ? '' : ` (${code})`}`;
  const { file, row, col } = first.location ?? {};
  const known = file === undefined ? undefined : fileOf(file);
  const reason = `${first.message ?? message ?? 'no message'}${first.code === undefined ? '' : ` (${first.code})`}`;
  return known === undefined ? reason : `${known}:${row ?? 1}:${col ?? 1}: ${reason}`;
};
