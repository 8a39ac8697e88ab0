import { type AttributePath, formatPath } from '@slipway/declarations/attribute-path';
import { describeBug } from '@slipway/declarations/bug-report';
import type { TypeMismatch } from './cty/encode.ts';
import { log } from './log.ts';
import type { DiagnosticMessage } from './messages/diagnostic.ts';
import type { PathStepMessage } from './messages/value.ts';
import type { Diagnostic } from './provider-server.ts';
import { redact } from '../redaction/redact.ts';
import type { Message } from './protobuf/message.ts';

type EncodedMessage<M> = M extends Message<infer T> ? Partial<T> : never;

export const encodePath = (path: AttributePath): { readonly steps: readonly EncodedMessage<typeof PathStepMessage>[] } => ({
  steps: path.map((step) =>
    typeof step === 'string'
      ? { attribute_name: step }
      : typeof step === 'number'
        ? { element_key_int: step }
        : { element_key_string: step.key },
  ),
});

/** The part of a path that engines can locate in the source: an attribute, or one element of it. */
const locatablePath = (path: AttributePath): AttributePath => path.slice(0, path.length > 1 && typeof path[1] !== 'string' ? 2 : 1);

/** Characters. A response of a service may have any size; a terminal and a frame should not. */
const limits = { summary: 2_000, detail: 20_000 };

/** A diagnostic without registered secrets and control characters. The summary contains the whole path where engines cannot locate it. */
export const encodeDiagnostic = ({ severity, summary, detail, path }: Diagnostic): EncodedMessage<typeof DiagnosticMessage> => {
  const cut = path !== undefined && locatablePath(path).length < path.length && !summary.includes(formatPath(path));
  return {
    severity: severity === 'error' ? 1 : 2,
    summary: redact(cut ? `${summary} (${formatPath(path)})` : summary, limits.summary),
    detail: redact(detail, limits.detail),
    ...(path !== undefined && path.length > 0 ? { attribute: encodePath(locatablePath(path)) } : {}),
  };
};

export const encodeDiagnostics = (all: readonly Diagnostic[]): readonly EncodedMessage<typeof DiagnosticMessage>[] =>
  all.map(encodeDiagnostic);

/** A value of the provider that its own schema does not allow. */
export const mismatchDiagnostic = (subject: string, { path, expected }: TypeMismatch): Diagnostic => ({
  severity: 'error',
  path,
  summary: `${subject} has a value that its schema does not allow at ${formatPath(path) || 'its root'}`,
  detail: describeBug(`Expected: ${expected}. The value was left out.`, '\n\n'),
});

/** The diagnostic of an error that a call threw. The stack goes to the log, the message to the user. */
export const errorDiagnostic = (call: string, error: unknown, signal: AbortSignal): Diagnostic => {
  const message = error instanceof Error ? error.message : String(error);
  if (signal.aborted) {
    const reason = signal.reason instanceof Error ? signal.reason.message : message;
    return { severity: 'error', summary: 'Stopped before it was finished', detail: `${call} was stopped: ${reason}.` };
  }
  log('error', `${call} failed`, { stack: error instanceof Error ? error.stack : message });
  return { severity: 'error', summary: `The provider failed in ${call}`, detail: describeBug(message, '\n\n') };
};
