import type { SpanContext } from './span.ts';

/** Version, trace, parent, flags; a version after 00 may have more behind them. */
const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Characters of `tracestate` that are handed on; a longer one is left out as a whole. */
const maxTraceState = 512;

/** The caller's span from the headers of its request; undefined without a valid one. */
export const parseTraceparent = (traceparent: string | undefined, traceState?: string): SpanContext | undefined => {
  const [, version, traceId, spanId, flags, more] = traceparentPattern.exec(traceparent?.trim() ?? '') ?? [];
  if (!traceId || !spanId || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags!, 16) & 1) === 1;
  return { traceId, spanId, isSampled, traceState: traceState && traceState.length <= maxTraceState ? traceState : undefined };
};

export const formatTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
