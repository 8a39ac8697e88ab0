import { formatDuration, parseDuration } from './flags/values/duration.ts';
import { parseInt64 } from './flags/values/number.ts';

/** Spec 3, "Environment variables": how fast the source lets sinks ask, open streams, and fill the log with denials. */
export interface Rates {
  /** A token more every so many milliseconds. */
  readonly every: number;
  readonly burst: number;
}
export interface Environment { readonly denials: Rates; readonly requests: Rates; readonly streams: Rates }

const perMillisecond = 1e6;

/** Reads the six variables; what cannot be taken is told to `warn`, and the default holds. */
export const readEnvironment = (variables: Readonly<Record<string, string | undefined>>, warn: (message: string) => void): Environment => {
  const read = <T>(name: string, kind: 'a duration' | 'an integer', parse: (text: string) => T, fallback: T, shown: string): T => {
    const text = variables[name];
    if (text === undefined || text === '') return fallback;
    try { return parse(text); } catch {
      warn(`Invalid environment variable value \`${text}\`, expecting ${kind}, defaulting to ${shown}`);
      return fallback;
    }
  };
  const rates = (prefix: string, every: bigint, burst: number): Rates => ({
    every: Number(read(`${prefix}_FREQ`, 'a duration', parseDuration, every, formatDuration(every))) / perMillisecond,
    burst: read(`${prefix}_BURST_SIZE`, 'an integer', parseInt64, burst, String(burst)),
  });
  return {
    denials: rates('AUTHZ_FAILURE_LOG', 60_000_000_000n, 1),
    requests: rates('MCP_SOURCE_REQ', 1_000_000_000n, 100),
    streams: rates('SOURCE_SERVER_STREAM', 1_000_000_000n, 100),
  };
};
