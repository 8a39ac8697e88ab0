import { writeSync } from 'node:fs';
import { redactWhenLoaded } from '../redaction/secret-registry.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'off'] as const;
export type LogLevel = Exclude<(typeof levels)[number], 'off'>;

/** Engines print the log of a plugin at the level of these variables; lower levels are not written. */
const threshold = (): number => {
  const requested = (process.env['TF_LOG_PROVIDER'] ?? process.env['TF_LOG'] ?? '').toLowerCase();
  if (requested === 'json') return 0;
  const at = levels.indexOf(requested as LogLevel);
  return at === -1 ? levels.indexOf('warn') : at;
};

/** Characters. */
const maximumFieldLength = 8_192;

const redactFields = (value: unknown): unknown => {
  if (typeof value === 'string') return redactWhenLoaded(value, maximumFieldLength);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(redactFields);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [redactWhenLoaded(key), redactFields(one)]));
};

/** One line as hclog writes it: six digits of a second, the message, then the fields. */
export const logLine = (level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>, now: Date): string =>
  `${JSON.stringify({
    '@level': level,
    '@message': redactWhenLoaded(message, maximumFieldLength),
    '@module': 'provider',
    '@timestamp': now.toISOString().replace('Z', '000Z'),
    ...(redactFields(fields) as object),
  })}\n`;

/** Writes to the engine's log, on stderr, without registered secrets. */
export const log = (level: LogLevel, message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
  if (levels.indexOf(level) < threshold()) return;
  try {
    writeSync(2, logLine(level, message, fields, new Date()));
  } catch {
    /* the engine has ended, and its log with it */
  }
};
