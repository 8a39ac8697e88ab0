import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanContext } from './span.ts';
import { formatTraceparent } from './trace-context.ts';

/** The span within which the code runs that asks. */
export interface CurrentSpan {
  readonly context: SpanContext;
  /** Its work is over: what goes on behind it belongs to no span. */
  isOver: boolean;
  /** The statements of a unit of work; undefined outside of one. */
  statements?: number;
}

/** Costs nothing until the first span is entered. */
const spans = new AsyncLocalStorage<CurrentSpan>();

export const findCurrentSpan = (): CurrentSpan | undefined => {
  const current = spans.getStore();
  return current?.isOver ? undefined : current;
};

export const runInSpan = <T>(span: CurrentSpan, work: () => T): T => spans.run(span, work);

/** Headers that hand the current trace on; none where nothing is traced. */
export const traceHeaders = (): { readonly traceparent?: string; readonly tracestate?: string } => {
  const context = findCurrentSpan()?.context;
  if (!context) return {};
  return { traceparent: formatTraceparent(context), ...(context.traceState ? { tracestate: context.traceState } : {}) };
};

/** The same for processes: variables that OpenTelemetry's own instrumentation reads, Terraform's included. */
export const traceEnvironment = (): { readonly TRACEPARENT?: string; readonly TRACESTATE?: string } => {
  const { traceparent, tracestate } = traceHeaders();
  return { ...(traceparent ? { TRACEPARENT: traceparent } : {}), ...(tracestate ? { TRACESTATE: tracestate } : {}) };
};
