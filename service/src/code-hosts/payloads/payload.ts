import { requireBoundedJson } from '../../http/bounded-json.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { Problem } from '../../http/problem.ts';
import type { CodeHostEvent, PullRequest } from '../code-host-event.ts';

/** The 400 for a payload that is not as its host writes it. */
export const invalidPayload = (detail: string, pointer?: string): Problem =>
  new Problem(400, [{ detail, ...(pointer === undefined ? {} : { pointer }) }]);

const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes the bytes of a request as UTF-8; 400 if they are not valid. */
export const decodeBody = (bytes: unknown): string => {
  try {
    return utf8Decoder.decode(bytes instanceof Uint8Array ? bytes : new Uint8Array());
  } catch {
    throw invalidPayload('the body is not valid UTF-8');
  }
};

const parseJsonObject = (text: string): JsonObject => {
  requireBoundedJson(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidPayload('the body is not valid JSON');
  }
  if (!isObject(value)) throw invalidPayload('expected a JSON object');
  return value;
};

/** Parses the object in a body: JSON, or JSON in the member `payload` of a form. */
export const parsePayload = (bytes: unknown, type: string | undefined): JsonObject => {
  const text = decodeBody(bytes);
  // Clients such as curl send JSON with the content type of a form.
  if (!/^application\/x-www-form-urlencoded\b/i.test(type ?? '') || /^\s*\{/.test(text)) return parseJsonObject(text);
  const payload = new URLSearchParams(text).get('payload');
  if (payload === null) throw invalidPayload('is required in a form: expected the event as JSON', '/payload');
  return parseJsonObject(payload);
};

const readMember = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value[Number(name)] : isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
const readPath = (value: unknown, path: string): unknown => path.split('.').reduce(readMember, value);

/** The value of a member that the event must have; 400 without it. */
export const requireValue = <T>(value: T | null, path: string): T => {
  if (value === null) throw invalidPayload('is required in this event', `/${path.replaceAll('.', '/')}`);
  return value;
};

/** Reads members by dotted path: null for a member that is missing or of another type. */
export const createPayloadReader = (payload: JsonObject) => ({
  text: (path: string): string | null => {
    const value = readPath(payload, path);
    return typeof value === 'string' ? value : null;
  },
  number: (path: string): number | null => {
    const value = readPath(payload, path);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
  },
  flag: (path: string): boolean => readPath(payload, path) === true,
  value: (path: string): unknown => readPath(payload, path),
  /** An id: a number or a string. */
  id: (path: string): string | null => {
    const value = readPath(payload, path);
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;
  },
  /** A commit hash; null for anything else, and for the zeros with which git means no commit. */
  revision: (path: string): string | null => {
    const value = readPath(payload, path);
    return typeof value === 'string' && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value) && !/^0+$/.test(value) ? value : null;
  },
});
export type PayloadReader = ReturnType<typeof createPayloadReader>;

/** Splits a commit message into subject and body. */
export const splitCommitMessage = (message: string | null): { readonly subject: string; readonly body: string } | null => {
  if (message === null) return null;
  const end = message.indexOf('\n');
  return end < 0 ? { subject: message, body: '' } : { subject: message.slice(0, end), body: message.slice(end + 1).trim() };
};

/** The properties of an event's pull request for pipeline values and jobs. */
export const renderPullRequest = (pullRequest: PullRequest | null): CodeHostEvent['details'] =>
  pullRequest
    ? {
        'pull_request.number': pullRequest.number,
        'pull_request.title': pullRequest.title,
        'pull_request.url': pullRequest.url,
        'pull_request.draft': pullRequest.draft,
        'pull_request.merged': pullRequest.merged,
        'pull_request.head.ref': pullRequest.branch,
        'pull_request.head.sha': pullRequest.revision,
        'pull_request.base.ref': pullRequest.base,
        'pull_request.base.sha': pullRequest.baseRevision,
      }
    : {};
