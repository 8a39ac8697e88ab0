import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanContext } from './span.ts';
import { formatTraceparent } from './trace-context.ts';

/** The span in which the current code runs. */
export interface CurrentSpan {
  readonly context: SpanContext;
  /** The span's work is over: code that continues in its context belongs to no span. */
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

/** Headers that propagate the current trace; empty without tracing. */
export const traceHeaders = (): { readonly traceparent?: string; readonly tracestate?: string } => {
  const context = findCurrentSpan()?.context;
  if (!context) return {};
  return { traceparent: formatTraceparent(context), ...(context.traceState ? { tracestate: context.traceState } : {}) };
};

/**
 * Environment variables that propagate the current trace to processes, as OpenTelemetry's own instrumentation and Terraform's read them.
 */
export const traceEnvironment = (): { readonly TRACEPARENT?: string; readonly TRACESTATE?: string } => {
  const { traceparent, tracestate } = traceHeaders();
  return { ...(traceparent ? { TRACEPARENT: traceparent } : {}), ...(tracestate ? { TRACESTATE: tracestate } : {}) };
};
