import { describeBug } from '@slipway/declarations/bug-report';
import {
  ServiceRequestError,
  CancelledError,
  ConnectionError,
  MalformedResponseError,
  formatServiceMessage,
  ServiceError,
  SettingError,
} from './contract/errors.ts';
import { redact } from '../redaction/redact.ts';
import type { ServiceMessage } from './contract/service-messages.ts';
import { statusHint } from './status-hint.ts';

/**
 * The name of a status. The module is loaded on demand, because importing it costs 4 ms of a start; a request has loaded it before there is
 * a status.
 */
const statusText = (status: number): string | undefined => process.getBuiltinModule('node:http').STATUS_CODES[status];

const joinLines = (...parts: readonly (string | null | undefined | false)[]): string => parts.filter((part) => part).join('\n');

/** An error as a diagnostic: a summary of one line, and the request, the messages of the service and a hint. Never a secret. */
export const describeError = (error: unknown): { readonly summary: string; readonly detail: string } => {
  if (error instanceof SettingError) return { summary: 'A setting of the provider cannot be right', detail: error.message };
  if (error instanceof Error && error.name === 'AbortError')
    return { summary: 'The operation was cancelled', detail: 'It was waiting; no request was in progress.' };
  if (!(error instanceof ServiceRequestError)) {
    const message = redact(error instanceof Error ? error.message : String(error));
    const [summary = '', ...rest] = message.split('\n');
    return { summary, detail: joinLines(...rest, describeBug('')) };
  }
  const { request: details } = error;
  const request = `Request: ${details.method} ${details.url}${details.attempts > 1 ? ` (sent ${details.attempts} times)` : ''}`;
  const [summary, ...rest] = errorParts(error);
  return {
    summary: redact(`The ${details.title} ${summary}`),
    detail: redact(joinLines(...rest, '', request, details.note)),
  };
};

/** The messages of the service for the title and for the text below it, without repetition. */
const summarizeMessages = ({ status, messages }: ServiceError): { readonly title: string; readonly rest: readonly string[] } => {
  const [word, ...more] = messages as [ServiceMessage, ...ServiceMessage[]];
  const text = word.detail ?? word.title;
  if (more.length > 0 || text.length > 200 || text.includes('\n'))
    return {
      title: `answered ${status}${more.length > 0 ? ` with ${messages.length} errors` : ''}`,
      rest: messages.map(formatServiceMessage),
    };
  const called = word.title === text || word.title.toLowerCase() === statusText(status)?.toLowerCase() ? null : `names it "${word.title}"`;
  const about = [called, word.pointer === null ? null : `points at ${word.pointer}`].filter((part) => part !== null);
  return { title: `answered ${status}: ${text}`, rest: about.length > 0 ? [`The service ${about.join(' and ')}.`] : [] };
};

const errorParts = (error: ServiceRequestError): [string, ...(string | null | false)[]] => {
  if (error instanceof ServiceError) {
    const { title, rest } = error.messages.length > 0 ? summarizeMessages(error) : { title: `answered ${error.status}`, rest: [] };
    return [title, ...rest, statusHint(error), error.requestId !== null && `Request id: ${error.requestId}`];
  }
  if (error instanceof ConnectionError)
    return ['could not be reached', `${error.problem[0]?.toUpperCase()}${error.problem.slice(1)}. ${error.advice}`];
  if (error instanceof CancelledError)
    return ['did not answer before the operation was cancelled', error.wasSent ? 'The request had been sent.' : 'Nothing was sent.'];
  if (error instanceof MalformedResponseError)
    return [
      `gave an answer that cannot be read: ${error.reason}`,
      `Is something else answering at this address? Check ${error.request.settings.address}.`,
    ];
  return [error.message];
};
