import { describeConnectionFailure } from './connection-failure.ts';
import { redact } from '../../redaction/redact.ts';
import type { ServiceMessage } from './service-messages.ts';

/** Which request an error is about; `url` is fit for people already (address.ts, safeUrl). */
export interface RequestDetails {
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly settings: { readonly address: string; readonly token: string };
  /** How often the request was sent. */
  readonly attempts: number;
  /** An additional sentence for the user: `The object may exist.` */
  readonly note?: string | null;
}

/** What all errors of the transport share. No body and no cause is kept: either may hold a secret. */
export abstract class ServiceRequestError extends Error {
  readonly request: RequestDetails;
  constructor(message: string, details: RequestDetails) {
    super(redact(message));
    this.request = details;
  }
}

export const formatServiceMessage = ({ title, detail, pointer }: ServiceMessage): string =>
  (detail === null || detail === title ? title : `${title}: ${detail}`) + (pointer === null ? '' : ` (at ${pointer})`);

const attemptsText = (attempts: number): string | null => (attempts > 1 ? `after ${attempts} attempts` : null);
const parenthesize = (...parts: readonly (string | null)[]): string => {
  const values = parts.filter((part) => part !== null);
  return values.length > 0 ? ` (${values.join(', ')})` : '';
};

/** The service answered with a status that is no success. */
export class ServiceError extends ServiceRequestError {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** The messages of the service, without secrets; empty if it sent none. */
  readonly messages: readonly ServiceMessage[];
  readonly requestId: string | null;
  constructor(details: RequestDetails, status: number, messages: readonly ServiceMessage[], requestId: string | null) {
    const values = messages.length > 0 ? `: ${messages.map(formatServiceMessage).join('; ')}` : '';
    super(
      `${details.method} ${details.url} answered ${status}${values}` +
        `${parenthesize(requestId && `request id ${requestId}`, attemptsText(details.attempts))}`,
      details,
    );
    this.status = status;
    this.messages = messages;
    this.requestId = requestId;
  }
}

/** No complete response was received. `sent`: whether the service may have received the request. */
export class ConnectionError extends ServiceRequestError {
  override readonly name = 'ConnectionError';
  readonly code: string;
  readonly wasSent: boolean;
  readonly problem: string;
  readonly advice: string;
  constructor(details: RequestDetails, address: string, code: string, sent: boolean) {
    const { what, check } = describeConnectionFailure(code, redact(address), details.settings.address);
    super(`${details.method} ${details.url} failed: ${what}${parenthesize(attemptsText(details.attempts))}. ${check}`, details);
    this.code = code;
    this.wasSent = sent;
    this.problem = what;
    this.advice = check;
  }
}

/** The caller cancelled. `wasSent`: whether the service may have received the request. */
export class CancelledError extends ServiceRequestError {
  override readonly name = 'CancelledError';
  readonly wasSent: boolean;
  constructor(details: RequestDetails, sent: boolean) {
    super(`${details.method} ${details.url} was cancelled${sent ? '' : ' before it was sent'}`, details);
    this.wasSent = sent;
  }
}

/** A success that is not what the specification promises: a page of HTML, broken JSON, a list that never ends. */
export class MalformedResponseError extends ServiceRequestError {
  override readonly name = 'MalformedResponseError';
  readonly status: number;
  readonly reason: string;
  constructor(details: RequestDetails, status: number, why: string, response: string | null) {
    const start = response === null ? '' : `, which begins ${JSON.stringify(redact(response, 4_000).trim().slice(0, 80))}`;
    super(`${details.method} ${details.url} answered ${status} with ${why}${start}`, details);
    this.status = status;
    this.reason = `${why}${start}`;
  }
}

/** A setting that cannot be right, found before anything is sent. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  constructor(message: string) {
    super(redact(message));
  }
}

/** Whether the service answered 404: the object does not exist, or the token may not see it. */
export const isNotFound = (error: unknown): error is ServiceError => error instanceof ServiceError && error.status === 404;
