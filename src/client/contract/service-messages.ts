import { redact } from '../../redaction/redact.ts';

/** One error message of the service. `pointer` is unchanged: `/data/attributes/name`. */
export interface ServiceMessage {
  readonly title: string;
  readonly detail: string | null;
  readonly pointer: string | null;
}

const maximumLength = 2_000;
const trimmedText = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== ''
    ? redact(String(value).trim(), maximumLength)
    : null;
/** The members of an object; none of anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** `{title, detail, source: {pointer}}`, `"text"`, `{message}`. */
const parseMessage = (error: unknown): ServiceMessage | null => {
  const { title, detail, message, source, code } = fieldsOf(error);
  const [head, rest] = [trimmedText(error) ?? trimmedText(title) ?? trimmedText(message), trimmedText(detail)];
  const first = head ?? rest ?? trimmedText(code);
  return first === null
    ? null
    : {
        title: first,
        detail: head === null ? null : rest,
        pointer: trimmedText(fieldsOf(source)['pointer']) ?? trimmedText(fieldsOf(source)['parameter']),
      };
};

/** The readable text of an HTML page or other text. */
const plainText = (response: string): string => {
  const text = redact(response, 20_000);
  const title = /<title[^>]{0,200}>([^<]{1,300})</i.exec(text)?.[1];
  // Redacted again: tags may have stood inside a secret.
  return redact(title ?? text.replace(/<[^>]{0,500}>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
};

/** The messages of an error response: `{errors: […]}`, `{message}`, `{error}`, or text; without secrets. */
export const parseServiceMessages = (response: string): readonly ServiceMessage[] => {
  let body: unknown;
  try {
    body = JSON.parse(response);
  } catch {
    body = undefined;
  }
  const { errors, error } = fieldsOf(body);
  const values = Array.isArray(errors) ? errors : errors !== undefined ? [errors] : error !== undefined ? [error] : [body];
  const messages = values.map(parseMessage).filter((each) => each !== null);
  if (messages.length > 0) return messages.slice(0, 20);
  const rest = plainText(response);
  return rest === '' ? [] : [{ title: rest, detail: null, pointer: null }];
};

const requestIdHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid', 'x-amzn-request-id', 'x-amzn-trace-id', 'x-correlation-id'];

/** The ID that the service gave to this request, for its operators; without secrets. */
export const requestIdOf = (headers: { get(name: string): string | null }): string | null => {
  for (const name of requestIdHeaders) {
    const value = headers.get(name);
    if (value) return redact(value, 200);
  }
  return null;
};
