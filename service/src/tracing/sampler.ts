import type { SpanContext } from './span.ts';

/** Whether a new span is recorded. `parent`: the span that it is below. */
export type Sampler = (traceId: string, parent: SpanContext | undefined) => boolean;

/** The values of the last 13 digits of a trace id, which are random; more do not fit in a number exactly. */
const randomValues = 2 ** 52;

const sampleByRatio = (ratio: number): Sampler => {
  const threshold = (1 - ratio) * randomValues;
  return (traceId) => Number.parseInt(traceId.slice(-13), 16) >= threshold;
};

const withParent =
  (root: Sampler): Sampler =>
  (traceId, parent) =>
    parent ? parent.isSampled : root(traceId, undefined);

const always: Sampler = () => true;
const never: Sampler = () => false;

/** Samplers by the values of OTEL_TRACES_SAMPLER. Ratio: from 0 to 1. */
export const samplers: { readonly [name: string]: (ratio: number) => Sampler } = {
  always_on: () => always,
  always_off: () => never,
  traceidratio: sampleByRatio,
  parentbased_always_on: () => withParent(always),
  parentbased_always_off: () => withParent(never),
  parentbased_traceidratio: (ratio) => withParent(sampleByRatio(ratio)),
};
