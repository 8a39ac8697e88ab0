import { basename } from 'node:path';
import type { CommonOptions } from '../flags/common-flags.ts';
import { toSourceLocation } from './source-location.ts';
import { formatConsoleLine, formatJsonLine } from './format-line.ts';
import { type ScopeSettings, parseScopeSettings } from './scope-settings.ts';
import { type Log, logLevels, type LogLevel, type LogScope, type ScopeName, scopeNames } from './scope.ts';
import { type LogTarget, openLogTargets } from './targets.ts';

/** The log, and its settings, which introspection can change. */
export interface LogHandle {
  readonly log: Log;
  /** Changes apply to the next line. */
  readonly settings: ReadonlyMap<ScopeName, ScopeSettings>;
  close(): void;
}

const severityOf = (level: LogLevel): number => logLevels.indexOf(level);
const now = (): number => performance.timeOrigin + performance.now();

/** The lines of a stack below `own`, the method of the scope. */
const captureStack = (own: Function): readonly string[] => {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, own);
  return holder
    .stack!.split('\n')
    .slice(1)
    .map((one) => one.trim());
};
const callerOf = ([first = '']: readonly string[]): string => {
  const [, file, line] = /\(?([^()\s]+):(\d+):\d+\)?$/.exec(toSourceLocation(first)) ?? [];
  return file === undefined ? 'unknown' : `${basename(file)}:${line}`;
};

type WriteLevel = Exclude<LogLevel, 'none'>;
interface Output {
  readonly targets: readonly LogTarget[];
  readonly format: typeof formatConsoleLine;
}

const createWriter = (scope: ScopeName, level: WriteLevel, settings: ScopeSettings, { targets, format }: Output) => {
  const write = (message: string): void => {
    if (severityOf(level) < severityOf(settings.output)) return;
    const hasStack = severityOf(level) >= severityOf(settings.stack);
    const stack = settings.caller || hasStack ? captureStack(write) : [];
    const line = format({
      timestamp: now(),
      level,
      scope,
      message,
      ...(settings.caller ? { caller: callerOf(stack) } : {}),
      ...(hasStack ? { stack: stack.map(toSourceLocation).join('\n') } : {}),
    });
    for (const target of targets) target.write(line);
  };
  return write;
};

const createScope = (name: ScopeName, settings: ScopeSettings, output: Output): LogScope => {
  const writer = (level: WriteLevel) => createWriter(name, level, settings, output);
  return {
    name,
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
    isEnabled: (level) => severityOf(level) >= severityOf(settings.output),
  };
};

/** Opens the targets. Throws one sentence for an invalid option or a target that cannot be opened. */
export const openLog = (options: CommonOptions): LogHandle => {
  const settings = parseScopeSettings(options);
  const output: Output = { targets: openLogTargets(options), format: options.log_as_json ? formatJsonLine : formatConsoleLine };
  const scopes = new Map(scopeNames.map((name) => [name, createScope(name, settings.get(name)!, output)]));
  return {
    log: (name) => scopes.get(name)!,
    settings,
    close: () => {
      for (const target of output.targets) target.close();
    },
  };
};
