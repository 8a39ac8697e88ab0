import { connectionWords } from './connection-words.ts';
import { redact } from './secrets.ts';
import type { Word } from './service-words.ts';

/** Which request an error is about; `url` is fit for people already (address.ts, safeUrl). */
export interface Asked {
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly settings: { readonly address: string; readonly token: string };
  /** How often it was sent. */
  readonly attempts: number;
  /** What else a person should know: `The object may exist.` */
  readonly note?: string | null;
}

/** What all errors of the transport share. No body and no cause is kept: either may hold a secret. */
export abstract class CallError extends Error {
  readonly asked: Asked;
  constructor(message: string, asked: Asked) {
    super(redact(message));
    this.asked = asked;
  }
}

export const sentence = ({ title, detail, pointer }: Word): string =>
  (detail === null || detail === title ? title : `${title}: ${detail}`) + (pointer === null ? '' : ` (at ${pointer})`);

const times = (attempts: number): string | null => (attempts > 1 ? `after ${attempts} attempts` : null);
const inBrackets = (...parts: readonly (string | null)[]): string => {
  const said = parts.filter((part) => part !== null);
  return said.length > 0 ? ` (${said.join(', ')})` : '';
};

/** The service answered with a status that is no success. */
export class ServiceError extends CallError {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** The service's own words, secrets taken out; empty when it said nothing. */
  readonly words: readonly Word[];
  readonly requestId: string | null;
  constructor(asked: Asked, status: number, words: readonly Word[], requestId: string | null) {
    const said = words.length > 0 ? `: ${words.map(sentence).join('; ')}` : '';
    super(`${asked.method} ${asked.url} answered ${status}${said}${inBrackets(requestId && `request id ${requestId}`, times(asked.attempts))}`, asked);
    this.status = status;
    this.words = words;
    this.requestId = requestId === null ? null : redact(requestId);
  }
}

/** No whole answer came. `sent`: whether the service may have received the request. */
export class ConnectionError extends CallError {
  override readonly name = 'ConnectionError';
  readonly code: string;
  readonly sent: boolean;
  readonly what: string;
  readonly check: string;
  constructor(asked: Asked, address: string, code: string, sent: boolean) {
    const { what, check } = connectionWords(code, redact(address), asked.settings.address);
    super(`${asked.method} ${asked.url} failed: ${what}${inBrackets(times(asked.attempts))}. ${check}`, asked);
    this.code = code;
    this.sent = sent;
    this.what = what;
    this.check = check;
  }
}

/** The caller gave up. `sent`: whether the service may have received the request. */
export class CancelledError extends CallError {
  override readonly name = 'CancelledError';
  readonly sent: boolean;
  constructor(asked: Asked, sent: boolean) {
    super(`${asked.method} ${asked.url} was cancelled${sent ? '' : ' before it was sent'}`, asked);
    this.sent = sent;
  }
}

/** A success that is not what the specification promises: a page of HTML, broken JSON, a list that never ends. */
export class MalformedAnswer extends CallError {
  override readonly name = 'MalformedAnswer';
  readonly status: number;
  readonly why: string;
  constructor(asked: Asked, status: number, why: string, answer: string | null) {
    const start = answer === null ? '' : `, which begins ${JSON.stringify(redact(answer).trim().slice(0, 80))}`;
    super(`${asked.method} ${asked.url} answered ${status} with ${why}${start}`, asked);
    this.status = status;
    this.why = `${why}${start}`;
  }
}

/** A setting that cannot be right, found before anything is sent. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  constructor(message: string) { super(redact(message)); }
}

/** Whether the service said that there is no such thing (or that this token may not see it: it says the same). */
export const isNotFound = (error: unknown): error is ServiceError => error instanceof ServiceError && error.status === 404;
