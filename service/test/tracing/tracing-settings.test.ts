import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpanContext } from '../../src/tracing/span.ts';
import { parseTraceparent } from '../../src/tracing/trace-context.ts';
import { findEndpoint, readTracingSettings, type TracingSettings } from '../../src/tracing/tracing-settings.ts';

const test = suite('traces: variables and headers');

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const read = (environment: { readonly [name: string]: string }): TracingSettings =>
  readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', ...environment }, '1.0.0') as TracingSettings;
const samples = (name: string, argument: string, parent?: SpanContext): readonly boolean[] =>
  ['0', '7', '8', 'f'].map((digit) =>
    read({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }).shouldSample(`0af7651916cd43dd84${digit.repeat(14)}`, parent),
  );

test('a traceparent is read as W3C Trace Context has it', () => {
  const found = { traceId: trace, spanId: span, isSampled: true, traceState: undefined };
  const cases: readonly (readonly [string | undefined, SpanContext | undefined])[] = [
    [`00-${trace}-${span}-01`, found],
    [` 00-${trace}-${span}-00 `, { ...found, isSampled: false }],
    [`00-${trace}-${span}-03`, found],
    [`cc-${trace}-${span}-01-what-is-new`, found],
    [`00-${trace}-${span}-01-more`, undefined],
    [`ff-${trace}-${span}-01`, undefined],
    [`00-${'0'.repeat(32)}-${span}-01`, undefined],
    [`00-${trace}-${'0'.repeat(16)}-01`, undefined],
    [`00-${trace.toUpperCase()}-${span}-01`, undefined],
    [`00-${trace}-${span}`, undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [text, expected] of cases) assert.equal(parseTraceparent(text), expected, text);
  assert.is(parseTraceparent(`00-${trace}-${span}-01`, 'a=1,b=2')!.traceState, 'a=1,b=2');
  assert.is(parseTraceparent(`00-${trace}-${span}-01`, `a=${'x'.repeat(511)}`)!.traceState, undefined);
});

test('samplers go by the parent, by the ratio, or by neither', () => {
  const parent = { traceId: trace, spanId: span, traceState: undefined };
  const [yes, no] = [
    [true, true, true, true],
    [false, false, false, false],
  ];
  assert.equal(samples('', ''), yes);
  assert.equal(samples('always_off', ''), no);
  assert.equal(samples('always_on', '', { ...parent, isSampled: false }), yes);
  assert.equal(samples('traceidratio', '0.5'), [false, false, true, true]);
  assert.equal(samples('traceidratio', '0'), no);
  assert.equal(samples('traceidratio', '1'), yes);
  assert.equal(samples('parentbased_traceidratio', '0.5'), [false, false, true, true]);
  assert.equal(samples('parentbased_traceidratio', '0', { ...parent, isSampled: true }), yes);
  assert.equal(samples('parentbased_always_off', '', { ...parent, isSampled: true }), yes);
  assert.equal(samples('parentbased_always_on', '', { ...parent, isSampled: false }), no);
});

test('an address of all signals gets the path of traces, one of traces stays as it is', () => {
  assert.is(findEndpoint({}), undefined);
  assert.is(findEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }), 'http://c:4318/v1/traces');
  assert.is(findEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/base' }), 'http://c:4318/base/v1/traces');
  assert.is(findEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' }), 'http://t/x');
  assert.is(findEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'TRUE' }), undefined);
  assert.is(findEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'none' }), undefined);
});

test('what cannot be read is a warning without the text, and its default holds', () => {
  const { warnings, maxQueue, maxBatch, delay, collector } = read({
    OTEL_BSP_MAX_QUEUE_SIZE: 'many',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '100',
    OTEL_EXPORTER_OTLP_TIMEOUT: '0',
    OTEL_EXPORTER_OTLP_HEADERS: 'canary',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_TRACES_SAMPLER_ARG: '2',
  });
  assert.equal([maxQueue, maxBatch, delay, collector.timeout, collector.headers], [2048, 100, 5000, 10_000, {}]);
  assert.equal(warnings, [
    'OTEL_EXPORTER_OTLP_PROTOCOL: traces are sent as http/json.',
    'OTEL_EXPORTER_OTLP_HEADERS takes key=value pairs with commas between them, percent-encoded; invalid pairs are ignored.',
    'OTEL_EXPORTER_OTLP_TIMEOUT takes a whole number from 1; 10000 holds.',
    'OTEL_TRACES_SAMPLER_ARG takes a number from 0 to 1; 1 holds.',
    'OTEL_TRACES_SAMPLER takes always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, ' +
      'parentbased_traceidratio; parentbased_always_on holds.',
    'OTEL_BSP_MAX_QUEUE_SIZE takes a whole number from 1; 2048 holds.',
  ]);
  assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }), {
    warnings: ['OTEL_EXPORTER_OTLP_ENDPOINT takes an address with http:// or https://; nothing is traced.'],
  } as never);
});

test.run();
