import { version } from '@slipway/declarations/version';
import { renderTraces } from './otlp-json.ts';
import { postSpans } from './post-spans.ts';
import { createSpanQueue } from './span-queue.ts';
import { createTracer, type Tracer } from './tracer.ts';
import { readTracingSettings, type TracingEnvironment } from './tracing-settings.ts';

export interface StartedTracing {
  /** Undefined: tracing is off. */
  readonly tracer?: Tracer;
  readonly warnings: readonly string[];
}

/**
 * Sends spans to the collector that the environment names. `report` is called when the collector stops accepting them, and when it resumes.
 */
export const startTracing = (environment: TracingEnvironment, report: (message: string) => void): StartedTracing => {
  const settings = readTracingSettings(environment, version);
  if (!settings || !('collector' in settings)) return { warnings: settings?.warnings ?? [] };
  const { collector, resource, shouldSample, maxQueue, maxBatch, delay, warnings } = settings;
  const queue = createSpanQueue({
    send: (spans, signal) => postSpans(collector, renderTraces(resource, version, spans), signal),
    report,
    maxQueue,
    maxBatch: Math.min(maxBatch, maxQueue),
    delay,
  });
  return { tracer: createTracer({ shouldSample, take: queue.add, stop: queue.stop }), warnings };
};
