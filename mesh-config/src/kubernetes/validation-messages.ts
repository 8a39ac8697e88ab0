import type { Diagnostic } from '../analysis/diagnostic.ts';

/** One item of `status.validationMessages` of a resource. */
export interface ValidationMessage {
  readonly code: string;
  readonly level: string;
  /** RFC 6901; left out for the whole document. */
  readonly pointer?: string;
  readonly message: string;
  readonly documentation_url: string;
}

/** Messages of one resource: a status is no place for more. */
const maxMessages = 50;

const toValidationMessage = ({ code, level, pointer, message, documentation }: Diagnostic): ValidationMessage => ({
  code,
  level,
  ...(pointer === '' ? {} : { pointer }),
  message,
  documentation_url: documentation,
});
const compareMessages = (a: ValidationMessage, b: ValidationMessage): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The validation messages of a cluster's resources, by collection and name, in a stable order. */
export const collectValidationMessages = (
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<string, ReadonlyMap<string, readonly ValidationMessage[]>> => {
  const all = new Map<string, Map<string, readonly ValidationMessage[]>>();
  for (const diagnostic of diagnostics) {
    const { collection, name, origin } = diagnostic.resource;
    if (origin.source !== 'kubernetes') continue;
    const there = all.get(collection) ?? new Map<string, readonly ValidationMessage[]>();
    all.set(collection, there.set(name, [...(there.get(name) ?? []), toValidationMessage(diagnostic)]));
  }
  for (const there of all.values())
    for (const [name, messages] of there) there.set(name, messages.toSorted(compareMessages).slice(0, maxMessages));
  return all;
};

/** Whether a status has exactly these messages, in spite of the order of keys, which an API server changes. */
export const isSameStatus = (there: unknown, messages: readonly ValidationMessage[] | undefined): boolean => {
  if (messages === undefined || there === undefined) return messages === there;
  const sorted = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Array.isArray(value)
        ? value.map(sorted)
        : Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, one]) => [key, sorted(one)]),
          );
  return JSON.stringify(sorted(there)) === JSON.stringify(sorted(messages));
};
