import { measureBody } from '../http/head-response.ts';
import type { HttpResponse } from '../http/http-handler.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';

export interface RecordedOutcome {
  /** 0: a fault broke the connection. */
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly body: HttpResponse['body'];
  /** The id of the injected fault that the request met. */
  readonly faultId: string | undefined;
}

let formatted = { time: Number.NaN, text: '' };
/** Several requests of a busy service end in one millisecond. */
const formatTime = (date: Date): string => {
  const time = date.getTime();
  if (formatted.time !== time) formatted = { time, text: date.toISOString() };
  return formatted.text;
};

/** Notes the request in the journal and counts its operation. */
export const record = (pipeline: RequestPipeline, state: RequestState, { status, headers, body, faultId }: RecordedOutcome): void => {
  const { definition, journal, coverage, requestMetrics, clock, maskTarget } = pipeline;
  const { request, operation, token } = state;
  const caller = state.caller?.caller;
  const entry: { -readonly [name in keyof JournalEntry]: JournalEntry[name] } = {
    at: formatTime(clock.now()),
    service: definition.name,
    method: request.method,
    path: maskTarget(request.target),
    operation,
    status,
    requestId: state.requestId,
    milliseconds: performance.now() - state.startedAt,
    caller: caller && { kind: caller.kind, id: caller.id, name: caller.name },
    requestBytes: request.body?.length ?? 0,
    responseBytes: measureBody(body),
  };
  const warnings = [...state.warnings, ...state.ignored];
  if (warnings.length > 0) entry.warnings = warnings;
  if (faultId !== undefined) entry.fault = faultId;
  const recordMessages = pipeline.messageRecorder();
  if (recordMessages) Object.assign(entry, recordMessages({ request, headers, body, token }));
  journal.append(entry);
  requestMetrics.record(definition.name, operation, status, entry.milliseconds);
  if (operation !== undefined) coverage.record(definition.name, operation, status);
};
