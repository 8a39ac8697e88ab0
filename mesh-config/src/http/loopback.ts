import type { IncomingMessage } from 'node:http';

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
/** Whether a request to a loopback address names this machine. By DNS rebinding, pages of other sites send theirs with another `Host`. */
export const isAddressedToLoopback = ({ headers: { host = '' } }: IncomingMessage): boolean => isLoopback(host.replace(/:\d+$/, ''));
