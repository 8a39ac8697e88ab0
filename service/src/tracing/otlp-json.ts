import type { FinishedSpan, SpanAttributes, SpanContext, SpanKind } from './span.ts';

/** The numbers of opentelemetry/proto/trace/v1/trace.proto. */
const kindNumbers: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const failedStatus = 2;

/** Nanoseconds since the epoch as a decimal string, as JSON has 64-bit numbers of protobuf; exact to a microsecond. */
const toNanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;

const renderValue = (value: string | number | boolean): object => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};
const renderAttributes = (attributes: SpanAttributes): readonly object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: renderValue(value) }));

const renderLink = ({ traceId, spanId, traceState }: SpanContext): object => ({ traceId, spanId, ...(traceState ? { traceState } : {}) });

const renderSpan = ({ context, parentId, name, kind, startedAt, endedAt, attributes, links, hasFailed }: FinishedSpan): object => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...(context.traceState ? { traceState: context.traceState } : {}),
  ...(parentId ? { parentSpanId: parentId } : {}),
  name,
  kind: kindNumbers[kind],
  startTimeUnixNano: toNanoseconds(startedAt),
  endTimeUnixNano: toNanoseconds(endedAt),
  attributes: renderAttributes(attributes),
  ...(links?.length ? { links: links.map(renderLink) } : {}),
  ...(hasFailed ? { status: { code: failedStatus } } : {}),
});

/** The request `ExportTraceServiceRequest` of OTLP 1 in its JSON form. */
export const renderTraces = (resource: SpanAttributes, version: string, spans: readonly FinishedSpan[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: renderAttributes(resource) },
        scopeSpans: [{ scope: { name: 'slipway', version }, spans: spans.map(renderSpan) }],
      },
    ],
  });
