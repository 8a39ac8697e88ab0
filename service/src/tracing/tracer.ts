import { randomBytes } from 'node:crypto';
import { findStatementKind } from '../store/statement-metrics.ts';
import { type CurrentSpan, findCurrentSpan, runInSpan } from './current-span.ts';
import type { Sampler } from './sampler.ts';
import type { FinishedSpan, OpenSpan, SpanAttributes, SpanContext, SpanKind } from './span.ts';

export interface SpanOpening {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** The span of another process. Default: the current one; without one, the span begins a trace. */
  readonly parent?: SpanContext | undefined;
  /** Spans of other traces that it is due to. */
  readonly links?: readonly SpanContext[];
}

/** Records the work of a service as spans. Absent if tracing is off. */
export interface Tracer {
  /** Does the work in a span, which ends with it. A work that throws is a span that failed. */
  trace<T>(opening: SpanOpening, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /**
   * Does a unit of work of the store, `store.read` or `store.write`, in a span below the current one; without one, in none. `run` calls the
   * work through the function that it is given: statements that are sent there are spans below the unit.
   */
  traceUnit<T>(name: string, run: (within: <R>(work: () => R) => R) => Promise<T>): Promise<T>;
  /** Records an answered statement as a span with its kind and its table, without its text. */
  recordStatement(system: string, sql: string, milliseconds: number): void;
  /** Sends what waits to be sent, for two seconds at most. */
  stop(): Promise<void>;
}

export interface TracerOptions {
  readonly shouldSample: Sampler;
  /** Takes a span that is over. */
  readonly take: (span: FinishedSpan) => void;
  readonly stop: () => Promise<void>;
}

/** Statements of one unit of work that become spans; an import has thousands. */
const maxStatements = 100;

const tableOf = (sql: string): string | undefined => /\b(?:from|into|update)\s+(?:"?slipway"?\.)?"?([a-z_]+)/.exec(sql)?.[1];
const now = (): number => performance.timeOrigin + performance.now();

const beginContext = (shouldSample: Sampler, parent: SpanContext | undefined): SpanContext => {
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    isSampled: shouldSample(traceId, parent),
    traceState: parent?.traceState,
  };
};

/** A statement below its unit that has just ended. */
const describeStatement = (unit: SpanContext, system: string, sql: string, milliseconds: number): FinishedSpan => {
  const [kind, table, endedAt] = [findStatementKind(sql), tableOf(sql), now()];
  return {
    name: table ? `${kind} ${table}` : kind,
    attributes: { 'db.system.name': system, 'db.operation.name': kind, ...(table ? { 'db.collection.name': table } : {}) },
    hasFailed: false,
    context: { ...unit, spanId: randomBytes(8).toString('hex') },
    parentId: unit.spanId,
    kind: 'client',
    startedAt: endedAt - milliseconds,
    endedAt,
  };
};

/** Does the work in a new span, and takes the span when it is over. */
const traceWork = async <T>(
  { shouldSample, take }: TracerOptions,
  opening: SpanOpening,
  work: (span: OpenSpan, current: CurrentSpan) => Promise<T>,
): Promise<T> => {
  const parent = opening.parent ?? findCurrentSpan()?.context;
  const current: CurrentSpan = { context: beginContext(shouldSample, parent), isOver: false };
  const span: OpenSpan = { name: opening.name, attributes: { ...opening.attributes }, hasFailed: false };
  const startedAt = now();
  try {
    return await runInSpan(current, () => work(span, current));
  } catch (error) {
    span.hasFailed = true;
    throw error;
  } finally {
    current.isOver = true;
    if (current.context.isSampled)
      take({
        ...span,
        context: current.context,
        parentId: parent?.spanId,
        kind: opening.kind,
        links: opening.links ?? [],
        startedAt,
        endedAt: now(),
      });
  }
};

export const createTracer = (options: TracerOptions): Tracer => {
  const { take, stop } = options;
  return {
    trace: (opening, work) => traceWork(options, opening, work),
    traceUnit: (name, run) => {
      if (!findCurrentSpan()?.context.isSampled) return run((work) => work());
      return traceWork(options, { name, kind: 'internal' }, async (span, outside) => {
        const unit: CurrentSpan = { context: outside.context, isOver: false, statements: 0 };
        try {
          return await run((work) => runInSpan(unit, work));
        } finally {
          unit.isOver = true;
          span.attributes['slipway.statements'] = unit.statements!;
        }
      });
    },
    recordStatement: (system, sql, milliseconds) => {
      const unit = findCurrentSpan();
      if (unit?.statements === undefined) return;
      unit.statements += 1;
      if (unit.statements > maxStatements) return;
      take(describeStatement(unit.context, system, sql, milliseconds));
    },
    stop,
  };
};
