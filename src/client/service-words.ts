import { redact } from './secrets.ts';

/** One thing the service said. `pointer` is its own: `/data/attributes/name`. */
export interface Word { readonly title: string; readonly detail: string | null; readonly pointer: string | null }

const longest = 2_000;
const text = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() !== '' ? redact(String(value).trim()).slice(0, longest) : null;
const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? value as Record<string, unknown> : {});

/** `{title, detail, source: {pointer}}`, `"text"`, `{message}`. */
const word = (error: unknown): Word | null => {
  const { title, detail, message, source, code } = record(error);
  const [head, rest] = [text(error) ?? text(title) ?? text(message), text(detail)];
  const first = head ?? rest ?? text(code);
  return first === null ? null : { title: first, detail: head === null ? null : rest, pointer: text(record(source)['pointer']) ?? text(record(source)['parameter']) };
};

/** What a person can read of an HTML page or other text. */
const plain = (answer: string): string => {
  const title = /<title[^>]{0,200}>([^<]{1,300})</i.exec(answer.slice(0, 20_000))?.[1];
  return redact(title ?? answer.slice(0, 20_000).replace(/<[^>]{0,500}>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 300);
};

/** The service's own words in an answer that is an error: `{errors: […]}`, `{message}`, `{error}`, or text; secrets taken out. */
export const wordsOf = (answer: string): readonly Word[] => {
  let body: unknown;
  try { body = JSON.parse(answer); } catch { body = undefined; }
  const { errors, error } = record(body);
  const said = Array.isArray(errors) ? errors : errors !== undefined ? [errors] : error !== undefined ? [error] : [body];
  const words = said.map(word).filter((each) => each !== null);
  if (words.length > 0) return words.slice(0, 20);
  const rest = plain(answer);
  return rest === '' ? [] : [{ title: rest, detail: null, pointer: null }];
};

const requestIds = ['x-request-id', 'request-id', 'x-amzn-requestid', 'x-amzn-request-id', 'x-amzn-trace-id', 'x-correlation-id'];

/** The name the service gave to this request, for its operators. As it came: errors and log entries take secrets out. */
export const requestIdOf = (headers: { get(name: string): string | null }): string | null => {
  for (const name of requestIds) {
    const value = headers.get(name);
    if (value) return value.slice(0, 200);
  }
  return null;
};
