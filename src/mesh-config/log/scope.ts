export const scopeNames = [
  'analysis', 'attributes', 'default', 'grpcAdapter', 'mcp', 'model', 'processing', 'rbac', 'resource', 'server', 'source', 'validation', 'validationController', 'validationServer',
] as const;
export type ScopeName = (typeof scopeNames)[number];
/** From the loudest to silence. */
export const levels = ['debug', 'info', 'warn', 'error', 'fatal', 'none'] as const;
export type LogLevel = (typeof levels)[number];

/** What a part of the server writes to. `fatal` only tells: who tells it ends the program. */
export interface Scope {
  readonly name: ScopeName;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  fatal(message: string): void;
  /** Whether a line of this level would be written: for messages that cost something to make. */
  enabled(level: Exclude<LogLevel, 'none'>): boolean;
}
export type Log = (scope: ScopeName) => Scope;
