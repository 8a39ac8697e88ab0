const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'bind: address already in use',
  EACCES: 'bind: permission denied',
  EADDRNOTAVAIL: 'bind: cannot assign requested address',
  ENOTFOUND: 'no such host',
  ERR_SOCKET_BAD_PORT: 'invalid port',
};

/** `listen tcp :15014: bind: address already in use` */
export const describeListenError = (error: unknown, address: string): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `listen tcp ${address}: ${reasons[code] ?? message}`;
};
