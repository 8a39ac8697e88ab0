import type { TypeMismatch } from './cty/encode.ts';
import { log } from './log.ts';
import type { DiagnosticMessage } from './messages/diagnostic.ts';
import type { PathStepMessage } from './messages/value.ts';
import type { Diagnostic, ProtocolPath } from './provider-server.ts';
import { redact } from './redact.ts';
import type { Message } from './protobuf/message.ts';

type EncodedMessage<M> = M extends Message<infer T> ? Partial<T> : never;

export const encodePath = (path: ProtocolPath): { readonly steps: readonly EncodedMessage<typeof PathStepMessage>[] } => ({
  steps: path.map((step) =>
    typeof step === 'string'
      ? { attribute_name: step }
      : typeof step === 'number'
        ? { element_key_int: step }
        : { element_key_string: step.key },
  ),
});

/** As a person would write it in a configuration: `vcs_repo.branch`, `tags["env"]`, `rules[0].name`. */
export const formatProtocolPath = (path: ProtocolPath): string =>
  path
    .map((step, i) =>
      typeof step === 'string' ? (i === 0 ? step : `.${step}`) : `[${typeof step === 'number' ? step : JSON.stringify(step.key)}]`,
    )
    .join('');

/** Engines find the source line of an attribute, or of one element of it, and of nothing deeper. */
const locatablePath = (path: ProtocolPath): ProtocolPath => path.slice(0, path.length > 1 && typeof path[1] !== 'string' ? 2 : 1);

/** What leaves this process never carries a registered secret; a path that had to be cut stands whole in the summary. */
export const encodeDiagnostic = ({ severity, summary, detail, path }: Diagnostic): EncodedMessage<typeof DiagnosticMessage> => {
  const cut = path !== undefined && locatablePath(path).length < path.length && !summary.includes(formatProtocolPath(path));
  return {
    severity: severity === 'error' ? 1 : 2,
    summary: redact(cut ? `${summary} (${formatProtocolPath(path)})` : summary),
    detail: redact(detail),
    ...(path !== undefined && path.length > 0 ? { attribute: encodePath(locatablePath(path)) } : {}),
  };
};

export const encodeDiagnostics = (all: readonly Diagnostic[]): readonly EncodedMessage<typeof DiagnosticMessage>[] =>
  all.map(encodeDiagnostic);

const reportRequest = 'This is a fault of the provider, not of your configuration: please report it.';

/** A value of the provider that its own schema does not allow. */
export const mismatchDiagnostic = (subject: string, { path, expected }: TypeMismatch): Diagnostic => ({
  severity: 'error',
  path,
  summary: `${subject} has a value that its schema does not allow at ${formatProtocolPath(path) || 'its root'}`,
  detail: `Expected: ${expected}. The value was left out.\n\n${reportRequest}`,
});

/** For what was thrown while an engine's call was answered: the stack goes to the log, one sentence to the user. */
export const errorDiagnostic = (call: string, error: unknown, signal: AbortSignal): Diagnostic => {
  const message = error instanceof Error ? error.message : String(error);
  if (signal.aborted) {
    const reason = signal.reason instanceof Error ? signal.reason.message : message;
    return { severity: 'error', summary: 'Stopped before it was finished', detail: `${call} was stopped: ${reason}.` };
  }
  log('error', `${call} failed`, { stack: error instanceof Error ? error.stack : message });
  return { severity: 'error', summary: `The provider failed in ${call}`, detail: `${message}\n\n${reportRequest}` };
};
