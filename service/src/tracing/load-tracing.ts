import type { StartedTracing } from './start-tracing.ts';
import type { TracingEnvironment } from './tracing-settings.ts';

/** What traces is loaded only where a variable names a collector. */
export const loadTracing = async (environment: TracingEnvironment, report: (message: string) => void): Promise<StartedTracing> =>
  environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_ENDPOINT']
    ? (await import('./start-tracing.ts')).startTracing(environment, report)
    : { warnings: [] };
