import { setImmediate as nextTurn } from 'node:timers/promises';

/** A value of a metric. `suffix`: of its name, as `_total`, `_bucket`. */
export interface Sample {
  readonly suffix?: string;
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
}
/** A metric family of OpenMetrics 1.0: the name of a counter is without `_total`. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info';
  /** The last word of the name. */
  readonly unit?: 'seconds' | 'bytes';
  readonly help: string;
  readonly samples: readonly Sample[];
}
/** OpenMetrics 1.0, or the text format 0.0.4 of Prometheus, which scrapers before it read. */
export type ExpositionFormat = 'openmetrics' | 'prometheus';

export const expositionTypes: { readonly [format in ExpositionFormat]: string } = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
};

/** Chooses OpenMetrics unless the header `Accept` prefers the older format. */
export const chooseFormat = (accept: string | undefined): ExpositionFormat =>
  accept !== undefined && /text\/plain/i.test(accept) && !/application\/openmetrics-text/i.test(accept) ? 'prometheus' : 'openmetrics';

const escapes: { readonly [character: string]: string } = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };
const escapeLabel = (value: string): string => value.replace(/[\\"\n]/g, (character) => escapes[character]!);
const escapeHelp = (text: string): string => text.replace(/[\\\n]/g, (character) => escapes[character]!);

const renderLabels = (labels: Sample['labels'] = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};
const renderValue = (value: number): string => (value === Infinity ? '+Inf' : String(value));

/** The older format has no type `info` and no units, and its counters are named as their samples are. */
const renderHead = ({ name, type, unit, help }: MetricFamily, format: ExpositionFormat): readonly string[] => {
  if (format === 'openmetrics')
    return [`# TYPE ${name} ${type}`, ...(unit ? [`# UNIT ${name} ${unit}`] : []), `# HELP ${name} ${escapeHelp(help)}`];
  const sampleName = { counter: `${name}_total`, info: `${name}_info`, gauge: name, histogram: name }[type];
  return [`# HELP ${sampleName} ${escapeHelp(help)}`, `# TYPE ${sampleName} ${type === 'info' ? 'gauge' : type}`];
};

const renderSample = (name: string, { suffix = '', labels, value }: Sample): string =>
  `${name}${suffix}${renderLabels(labels)} ${renderValue(value)}`;

/** Lines between which other work has its turn: some milliseconds. */
const linesAtOnce = 500;

export const renderExposition = async (families: readonly MetricFamily[], format: ExpositionFormat): Promise<string> => {
  const parts: string[] = [];
  for (const family of families) {
    parts.push(...renderHead(family, format));
    for (let start = 0; start < family.samples.length; start += linesAtOnce) {
      parts.push(...family.samples.slice(start, start + linesAtOnce).map((sample) => renderSample(family.name, sample)));
      await nextTurn();
    }
  }
  return `${[...parts, ...(format === 'openmetrics' ? ['# EOF'] : [])].join('\n')}\n`;
};
