import { parseDuration } from './flags/values/duration.ts';

interface Variable {
  readonly kind: 'duration' | 'integer';
  readonly default: string;
  readonly meaning: string;
}

/** Spec 3, "Environment variables": read once, at the start. */
export const environmentVariables = {
  AUTHZ_FAILURE_LOG_BURST_SIZE: { kind: 'integer', default: '1', meaning: 'Lines about denied connections that may be written at once' },
  AUTHZ_FAILURE_LOG_FREQ: {
    kind: 'duration',
    default: '1m0s',
    meaning: 'After how long one more such line may be written; those between are counted in it',
  },
  MCP_SOURCE_REQ_BURST_SIZE: { kind: 'integer', default: '100', meaning: 'Requests that a stream may make at once' },
  MCP_SOURCE_REQ_FREQ: { kind: 'duration', default: '1s', meaning: 'After how long a stream may make one more; it waits until then' },
  SOURCE_SERVER_STREAM_BURST_SIZE: { kind: 'integer', default: '100', meaning: 'Streams that may be opened at once, of all sinks' },
  SOURCE_SERVER_STREAM_FREQ: { kind: 'duration', default: '1s', meaning: 'After how long one more may be opened; it waits until then' },
} as const satisfies Readonly<Record<string, Variable>>;

/** Limits of the source: how fast sinks may send requests, open streams, and cause log entries about denials. */
export interface RateLimit {
  /** A token more every so many milliseconds; 0: without limit. */
  readonly interval: number;
  readonly burst: number;
}
export interface Environment {
  readonly denials: RateLimit;
  readonly requests: RateLimit;
  readonly streams: RateLimit;
}

const nanosecondsPerMillisecond = 1e6;
const variableParsers: { readonly [K in Variable['kind']]: (text: string) => number } = {
  duration: (text) => {
    const value = Number(parseDuration(text)) / nanosecondsPerMillisecond;
    if (value < 0) throw new Error('no time runs backwards');
    return value;
  },
  integer: (text) => {
    // A bucket without tokens would block for ever.
    if (!/^\+?\d{1,15}$/.test(text) || Number(text) < 1) throw new Error('expected one at least');
    return Number(text);
  },
};
const expectations = { duration: 'a duration', integer: 'an integer' } as const;

/** Reads the six variables. A value that is not valid is reported to `warn`, and the default applies. An empty one counts as unset. */
export const readEnvironment = (given: Readonly<Record<string, string | undefined>>, warn: (message: string) => void): Environment => {
  const read = (name: keyof typeof environmentVariables): number => {
    const { kind, default: fallback } = environmentVariables[name];
    const text = given[name] || fallback;
    try {
      return variableParsers[kind](text);
    } catch {
      warn(`Invalid environment variable value \`${text.slice(0, 100)}\`, expecting ${expectations[kind]}, defaulting to ${fallback}`);
      return variableParsers[kind](fallback);
    }
  };
  const rates = (prefix: 'AUTHZ_FAILURE_LOG' | 'MCP_SOURCE_REQ' | 'SOURCE_SERVER_STREAM'): RateLimit => ({
    interval: read(`${prefix}_FREQ`),
    burst: read(`${prefix}_BURST_SIZE`),
  });
  return { denials: rates('AUTHZ_FAILURE_LOG'), requests: rates('MCP_SOURCE_REQ'), streams: rates('SOURCE_SERVER_STREAM') };
};
