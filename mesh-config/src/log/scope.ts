export const scopeNames = [
  'analysis',
  'attributes',
  'default',
  'grpcAdapter',
  'mcp',
  'model',
  'processing',
  'rbac',
  'resource',
  'server',
  'source',
  'validation',
  'validationController',
  'validationServer',
] as const;
export type ScopeName = (typeof scopeNames)[number];
export const scopeDescriptions: Readonly<Record<ScopeName, string>> = {
  analysis: 'What is found wrong in resources',
  attributes: 'Attributes of resources',
  default: 'What belongs to no other scope',
  grpcAdapter: 'Messages of gRPC itself',
  mcp: 'Sinks and their streams',
  model: 'Kinds and collections',
  processing: 'From events to snapshots',
  rbac: 'Who may do what',
  resource: 'Resources as they are read',
  server: 'Parts that start and stop',
  source: 'Files and clusters that resources come from',
  validation: 'What is admitted and refused',
  validationController: "The cluster's webhook configuration",
  validationServer: 'The HTTPS server of validation',
};
/** Levels from the most verbose to none. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal', 'none'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The log of one part of the server. `fatal` only logs: its caller ends the program. */
export interface LogScope {
  readonly name: ScopeName;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  fatal(message: string): void;
  /** Whether a line of this level would be written: for messages that cost something to make. */
  isEnabled(level: Exclude<LogLevel, 'none'>): boolean;
}
export type Log = (scope: ScopeName) => LogScope;
