import { randomUUID } from 'node:crypto';
import type { Collector } from './post-spans.ts';
import { type Sampler, samplers } from './sampler.ts';
import type { SpanAttributes } from './span.ts';

/** The variables of OpenTelemetry's specification of SDKs. */
export type TracingEnvironment = { readonly [name: string]: string | undefined };

export interface TracingSettings {
  readonly collector: Collector;
  readonly shouldSample: Sampler;
  /** What each span is of: the service, its version, the process. */
  readonly resource: SpanAttributes;
  readonly maxQueue: number;
  readonly maxBatch: number;
  readonly delay: number;
  /** What a variable has that cannot be read, a sentence each. Its default holds. */
  readonly warnings: readonly string[];
}

type Warn = (sentence: string) => void;

/** `a=1,b=2`, keys and values percent-encoded. */
const parsePairs = (name: string, text: string | undefined, warn: Warn): Record<string, string> => {
  const pairs: Record<string, string> = {};
  for (const pair of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const at = pair.indexOf('=');
    const key = pair.slice(0, at).trim();
    try {
      if (at < 0 || key === '') throw new URIError();
      pairs[decodeURIComponent(key)] = decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      // The message does not contain the text: headers can hold secrets.
      warn(`${name} takes key=value pairs with commas between them, percent-encoded; invalid pairs are ignored.`);
    }
  }
  return pairs;
};

const readNumber = (environment: TracingEnvironment, name: string, otherwise: number, warn: Warn): number => {
  const text = environment[name]?.trim();
  if (!text) return otherwise;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  warn(`${name} takes a whole number from 1; ${otherwise} holds.`);
  return otherwise;
};

const readSampler = (environment: TracingEnvironment, warn: Warn): Sampler => {
  const name = environment['OTEL_TRACES_SAMPLER']?.trim() || 'parentbased_always_on';
  const text = environment['OTEL_TRACES_SAMPLER_ARG']?.trim() || '1';
  const ratio = /^(0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined;
  if (ratio === undefined) warn('OTEL_TRACES_SAMPLER_ARG takes a number from 0 to 1; 1 holds.');
  const create = Object.hasOwn(samplers, name) ? samplers[name] : undefined;
  if (!create) warn(`OTEL_TRACES_SAMPLER takes ${Object.keys(samplers).join(', ')}; parentbased_always_on holds.`);
  return (create ?? samplers['parentbased_always_on']!)(ratio ?? 1);
};

/** The address for traces itself, or that of all signals with the path of traces behind it. */
export const findEndpoint = (environment: TracingEnvironment): string | undefined => {
  if (environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return undefined;
  if (environment['OTEL_TRACES_EXPORTER']?.trim() === 'none') return undefined;
  const own = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']?.trim();
  const shared = environment['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim();
  return own || (shared ? `${shared.replace(/\/$/, '')}/v1/traces` : undefined);
};

const readCollector = (environment: TracingEnvironment, url: string, warn: Warn): Collector => {
  const read = (name: string): string | undefined =>
    environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] ?? environment[`OTEL_EXPORTER_OTLP_${name}`];
  const protocol = read('PROTOCOL')?.trim();
  if (protocol && protocol !== 'http/json') warn('OTEL_EXPORTER_OTLP_PROTOCOL: traces are sent as http/json.');
  const headerNames = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];
  const timeoutName = environment['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'] ? 'TRACES_TIMEOUT' : 'TIMEOUT';
  return {
    url,
    headers: Object.assign({}, ...headerNames.map((name) => parsePairs(name, environment[name], warn))),
    timeout: readNumber(environment, `OTEL_EXPORTER_OTLP_${timeoutName}`, 10_000, warn),
    compresses: read('COMPRESSION')?.trim() === 'gzip',
  };
};

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** How traces are sent; undefined: no collector is named. An invalid address causes a warning, and tracing is off. */
export const readTracingSettings = (
  environment: TracingEnvironment,
  version: string,
): TracingSettings | { readonly warnings: readonly string[] } | undefined => {
  const url = findEndpoint(environment);
  if (url === undefined) return undefined;
  const warnings: string[] = [];
  const warn: Warn = (sentence) => void warnings.push(sentence);
  if (!isWebAddress(url))
    return { warnings: ['OTEL_EXPORTER_OTLP_ENDPOINT takes an address with http:// or https://; nothing is traced.'] };
  const described = parsePairs('OTEL_RESOURCE_ATTRIBUTES', environment['OTEL_RESOURCE_ATTRIBUTES'], warn);
  const name = environment['OTEL_SERVICE_NAME']?.trim();
  return {
    collector: readCollector(environment, url, warn),
    shouldSample: readSampler(environment, warn),
    resource: {
      'service.name': 'slipway',
      'service.version': version,
      'service.instance.id': randomUUID(),
      ...described,
      ...(name ? { 'service.name': name } : {}),
    },
    maxQueue: readNumber(environment, 'OTEL_BSP_MAX_QUEUE_SIZE', 2048, warn),
    maxBatch: readNumber(environment, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, warn),
    delay: readNumber(environment, 'OTEL_BSP_SCHEDULE_DELAY', 5000, warn),
    warnings,
  };
};
