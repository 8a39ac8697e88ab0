import type { LogLevel, ScopeName } from './scope.ts';

export interface Line {
  /** Milliseconds since 1970, with a fraction. */
  readonly at: number;
  readonly level: Exclude<LogLevel, 'none'>;
  readonly scope: ScopeName;
  readonly message: string;
  /** `file.ts:12` */
  readonly caller?: string;
  readonly stack?: string;
}

/** `2026-11-21T01:29:06.066055Z`: UTC, to the microsecond. */
const timeText = (at: number): string => {
  const microseconds = Math.floor((at % 1) * 1000).toString().padStart(3, '0');
  return new Date(Math.floor(at)).toISOString().replace('Z', `${microseconds}Z`);
};

/** Whatever is in a message, a line stays a line, and does nothing to the terminal that shows it. */
const plain = (text: string): string => text.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, (one) => JSON.stringify(one).slice(1, -1).replace(/^[\u007f-\u009f\u2028\u2029]$/, `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** Words between tabs; the scope is left out for `default`. A stack follows on lines of its own. */
export const consoleText = ({ at, level, scope, message, caller, stack }: Line): string =>
  [timeText(at), level, ...(scope === 'default' ? [] : [scope]), ...(caller === undefined ? [] : [caller]), plain(message)].join('\t') + (stack === undefined ? '\n' : `\n${stack}\n`);

/** The same as one JSON object, its members in this order. */
export const jsonText = ({ at, level, scope, message, caller, stack }: Line): string =>
  `${JSON.stringify({ level, time: timeText(at), scope: scope === 'default' ? undefined : scope, caller, msg: message, stack })}\n`;
