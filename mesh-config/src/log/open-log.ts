import { basename } from 'node:path';
import type { CommonOptions } from '../flags/common-flags.ts';
import { toSourceLocation } from './source-location.ts';
import { formatConsoleLine, formatJsonLine } from './format-line.ts';
import { type ScopeSettings, parseScopeSettings } from './scope-settings.ts';
import { type Log, logLevels, type LogLevel, type LogScope, type ScopeName, scopeNames } from './scope.ts';
import { openLogTargets } from './targets.ts';

/** The log, and what may be changed about it while it is written: introspection's page of scopes does. */
export interface LogHandle {
  readonly log: Log;
  /** Live: what is set here holds for the next line. */
  readonly settings: ReadonlyMap<ScopeName, ScopeSettings>;
  close(): void;
}

const severityOf = (level: LogLevel): number => logLevels.indexOf(level);
const now = (): number => performance.timeOrigin + performance.now();

/** The lines of a stack below the log's own: two of them are, `Error` and the method of the scope. */
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

/** Opens the targets. Throws one sentence for an option that cannot be taken or a target that cannot be opened. */
export const openLog = (options: CommonOptions): LogHandle => {
  const settings = parseScopeSettings(options);
  const targets = openLogTargets(options);
  const text = options.log_as_json ? formatJsonLine : formatConsoleLine;

  const scopeOf = (name: ScopeName): LogScope => {
    const wanted = settings.get(name)!;
    const writes = (level: Exclude<LogLevel, 'none'>) => {
      const write = (message: string): void => {
        if (severityOf(level) < severityOf(wanted.output)) return;
        const shown = wanted.caller || severityOf(level) >= severityOf(wanted.stack) ? captureStack(write) : [];
        const line = text({
          timestamp: now(),
          level,
          scope: name,
          message,
          ...(wanted.caller ? { caller: callerOf(shown) } : {}),
          ...(severityOf(level) >= severityOf(wanted.stack) ? { stack: shown.map(toSourceLocation).join('\n') } : {}),
        });
        for (const target of targets) target.write(line);
      };
      return write;
    };
    return {
      name,
      debug: writes('debug'),
      info: writes('info'),
      warn: writes('warn'),
      error: writes('error'),
      fatal: writes('fatal'),
      isEnabled: (level) => severityOf(level) >= severityOf(wanted.output),
    };
  };
  const scopes = new Map(scopeNames.map((name) => [name, scopeOf(name)]));
  return {
    log: (name) => scopes.get(name)!,
    settings,
    close: () => {
      targets.forEach((target) => {
        target.close();
      });
    },
  };
};
