import { toSingleLine } from '../flags/values/quote.ts';
import type { LogLevel, ScopeName } from './scope.ts';

export interface LogLine {
  /** Milliseconds since 1970, with a fraction. */
  readonly timestamp: number;
  readonly level: Exclude<LogLevel, 'none'>;
  readonly scope: ScopeName;
  readonly message: string;
  /** `file.ts:12` */
  readonly caller?: string;
  readonly stack?: string;
}

/** `2026-11-21T01:29:06.066055Z`: UTC, to the microsecond. */
const formatTimestamp = (at: number): string => {
  const microseconds = Math.round(at * 1000);
  return new Date(Math.floor(microseconds / 1000)).toISOString().replace('Z', `${(microseconds % 1000).toString().padStart(3, '0')}Z`);
};

/** Fields separated by tabs; the scope is omitted for `default`. A stack follows on separate lines. */
export const formatConsoleLine = ({ timestamp: at, level, scope, message, caller, stack }: LogLine): string =>
  [
    formatTimestamp(at),
    level,
    ...(scope === 'default' ? [] : [scope]),
    ...(caller === undefined ? [] : [caller]),
    toSingleLine(message),
  ].join('\t') + (stack === undefined ? '\n' : `\n${stack}\n`);

/** The line as one JSON object with its members in this order. Control characters for terminals are escaped even where JSON allows them. */
export const formatJsonLine = ({ timestamp: at, level, scope, message, caller, stack }: LogLine): string =>
  `${toSingleLine(
    JSON.stringify({
      level,
      time: formatTimestamp(at),
      scope: scope === 'default' ? undefined : scope,
      caller,
      msg: message,
      stack,
    }),
  )}\n`;
