import { basename } from 'node:path';
import type { CommonOptions } from '../flags/common-flags.ts';
import { inSource } from './in-source.ts';
import { consoleText, jsonText } from './line.ts';
import { type ScopeSettings, scopeSettings } from './options.ts';
import { type Log, levels, type LogLevel, type Scope, type ScopeName, scopeNames } from './scope.ts';
import { openTargets } from './targets.ts';

/** The log, and what may be changed about it while it is written: introspection's page of scopes does. */
export interface OpenLog {
  readonly log: Log;
  /** Live: what is set here holds for the next line. */
  readonly settings: ReadonlyMap<ScopeName, ScopeSettings>;
  close(): void;
}

const rank = (level: LogLevel): number => levels.indexOf(level);
const now = (): number => performance.timeOrigin + performance.now();

/** The lines of a stack below the log's own: two of them are, `Error` and the method of the scope. */
const stackBelow = (own: Function): readonly string[] => {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, own);
  return holder.stack!.split('\n').slice(1).map((one) => one.trim());
};
const callerIn = ([first = '']: readonly string[]): string => {
  const [, file, line] = /\(?([^()\s]+):(\d+):\d+\)?$/.exec(inSource(first)) ?? [];
  return file === undefined ? 'unknown' : `${basename(file)}:${line}`;
};

/** Opens the targets. Throws one sentence for an option that cannot be taken or a target that cannot be opened. */
export const openLog = (options: CommonOptions): OpenLog => {
  const settings = scopeSettings(options);
  const targets = openTargets(options);
  const text = options.log_as_json ? jsonText : consoleText;

  const scopeOf = (name: ScopeName): Scope => {
    const wanted = settings.get(name)!;
    const writes = (level: Exclude<LogLevel, 'none'>) => {
      const write = (message: string): void => {
        if (rank(level) < rank(wanted.output)) return;
        const shown = wanted.caller || rank(level) >= rank(wanted.stack) ? stackBelow(write) : [];
        const line = text({
          at: now(), level, scope: name, message,
          ...(wanted.caller ? { caller: callerIn(shown) } : {}), ...(rank(level) >= rank(wanted.stack) ? { stack: shown.map(inSource).join('\n') } : {}),
        });
        for (const target of targets) target.write(line);
      };
      return write;
    };
    return {
      name, debug: writes('debug'), info: writes('info'), warn: writes('warn'), error: writes('error'), fatal: writes('fatal'),
      enabled: (level) => rank(level) >= rank(wanted.output),
    };
  };
  const scopes = new Map(scopeNames.map((name) => [name, scopeOf(name)]));
  return { log: (name) => scopes.get(name)!, settings, close: () => { targets.forEach((target) => { target.close(); }); } };
};
