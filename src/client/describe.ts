import { CallError, CancelledError, ConnectionError, MalformedAnswer, sentence, ServiceError, SettingError } from './errors.ts';
import { redact } from './secrets.ts';

/** What to look at, by status. */
const hintOf = ({ status, asked }: ServiceError): string | null => {
  if (status === 401) return `The token was not accepted. Check ${asked.settings.token}, and that ${asked.settings.address} is the service it was made for.`;
  if (status === 403) return `The token is known but may not do this. Use one with the permission, in ${asked.settings.token}.`;
  if (status === 404) return 'It does not exist, or the token may not see it: the service answers both alike.';
  if (status >= 300 && status < 400) return `The service sent us elsewhere. Put the address it now has into ${asked.settings.address}.`;
  if (status === 415) return 'This is our fault: we sent a content type the service does not take. Please report it.';
  if (status === 429) return 'The service limits how many requests it takes. Lower the engine\'s parallelism, or wait.';
  if (status >= 500) return 'The fault is the service\'s. Its operators can find this request by its id, where one is shown.';
  return null;
};

const lines = (...parts: readonly (string | null | undefined | false)[]): string => parts.filter((part) => part).join('\n');

/** An error as a diagnostic: a summary of one line, and what was asked, what the service said and what to look at. Never a secret. */
export const describe = (error: unknown): { readonly summary: string; readonly detail: string } => {
  if (error instanceof SettingError) return { summary: 'A setting of the provider cannot be right', detail: error.message };
  if (error instanceof Error && error.name === 'AbortError') return { summary: 'The operation was cancelled', detail: 'It was waiting; nothing was under way.' };
  if (!(error instanceof CallError)) {
    const message = redact(error instanceof Error ? error.message : String(error));
    return { summary: message.split('\n', 1)[0] ?? '', detail: lines(message, '', 'This is our fault: nothing that can be configured should lead here. Please report it.') };
  }
  const { asked } = error;
  const request = `Request: ${asked.method} ${asked.url}${asked.attempts > 1 ? ` (sent ${asked.attempts} times)` : ''}`;
  const [summary, ...rest] = sayings(error);
  return { summary: redact(`The ${asked.title} ${summary}`), detail: redact(lines(...rest, '', request, asked.note)) };
};

const sayings = (error: CallError): [string, ...(string | null | false)[]] => {
  if (error instanceof ServiceError) {
    const first = error.words[0];
    return [
      `answered ${error.status}${first ? `: ${first.detail ?? first.title}` : ''}`,
      ...error.words.map(sentence), hintOf(error), error.requestId !== null && `Request id: ${error.requestId}`,
    ];
  }
  if (error instanceof ConnectionError) return ['could not be reached', `${error.what[0]?.toUpperCase()}${error.what.slice(1)}. ${error.check}`];
  if (error instanceof CancelledError) return ['was not waited for: the operation was cancelled', error.sent ? 'The request had been sent.' : 'Nothing was sent.'];
  if (error instanceof MalformedAnswer) return [
    `gave an answer that cannot be read: ${error.why}`, `Is something else answering at this address? Check ${error.asked.settings.address}.`];
  return [error.message];
};
