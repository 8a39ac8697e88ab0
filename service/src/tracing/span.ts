export type SpanAttributes = Record<string, string | number | boolean>;

/** The identification of a span in other processes: W3C Trace Context, level 1. */
export interface SpanContext {
  /** 32 hexadecimal digits, not all 0. */
  readonly traceId: string;
  /** 16 hexadecimal digits, not all 0. */
  readonly spanId: string;
  /** Whether the trace is recorded. */
  readonly isSampled: boolean;
  /** The header `tracestate` of who called, handed on as it came. */
  readonly traceState: string | undefined;
}

/** The kinds of OpenTelemetry that are used here. */
export type SpanKind = 'internal' | 'server' | 'client';

/** A span whose work is in progress, with attributes that are set on the way. */
export interface OpenSpan {
  name: string;
  readonly attributes: SpanAttributes;
  hasFailed: boolean;
}

/** A span that is over. Times in milliseconds since the epoch, with fractions. */
export interface FinishedSpan extends Readonly<OpenSpan> {
  readonly context: SpanContext;
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  /** Spans of other traces that it is due to. */
  readonly links?: readonly SpanContext[];
  readonly startedAt: number;
  readonly endedAt: number;
}
