import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';

const pullRequests: ReadonlySet<string> = new Set(['pr-opened', 'pr-reopened', 'pr-updated']);

export const isPullRequest = ({ type }: Pick<CodeHostEvent, 'type'>): boolean => pullRequests.has(type);
