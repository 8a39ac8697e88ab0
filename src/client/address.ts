import { SettingError } from './contract/errors.ts';
import type { QueryParameters } from './contract/service-client.ts';
import { placeholder, redact } from '../redaction/redact.ts';

/** The address as calls need it: no path, no `/api/v2`, no slash at the end. Throws a sentence about the setting. */
export const parseServiceAddress = (settingName: string, text: string): string => {
  const wrong = (why: string) =>
    new SettingError(`${settingName} is ${JSON.stringify(redact(text))}: ${why}. Write it like https://host.example.com`);
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw wrong('that is not a URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw wrong('expected http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw wrong('an address carries no user name and no password; the token has a setting of its own');
  if (url.search !== '' || url.hash !== '') throw wrong('an address has no query and no fragment');
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api\/v2$/, '');
};

const normalizeAddress = (text: string): string => {
  try {
    return parseServiceAddress('', text);
  } catch {
    return text;
  }
};

/** Whether two addresses are the same in normalized form. Invalid addresses are compared as texts. */
export const isSameAddress = (one: string, other: string): boolean => normalizeAddress(one) === normalizeAddress(other);

/** The address of a path below `/api/v2`; one that begins with `/api/` is of another version of the API, and complete. */
export const apiUrl = (address: string, path: string): string => `${address}${path.startsWith('/api/') ? '' : '/api/v2'}${path}`;

/** Appends a query to a path, which may already have one. */
export const appendQuery = (path: string, query?: QueryParameters): string => {
  const text = formatQuery(query);
  return path.includes('?') && text !== '' ? `${path}&${text.slice(1)}` : `${path}${text}`;
};

/**
 * Formats a query: `?a=b`, brackets percent-encoded, lists joined by commas or, as `{ each }`, repeated; null and undefined are omitted;
 * empty without parameters.
 */
export const formatQuery = (query: QueryParameters = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null && 'each' in value)
      return value.each.map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
    const text = Array.isArray(value) ? value.join(',') : value;
    return text === null || text === undefined || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${encodeURIComponent(name)}=${encodeURIComponent(String(text))}`];
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

const secretNamePattern = /token|secret|password|signature|api.?key|credential/i;

/** Characters of a URL in messages. */
const maximumUrlLength = 2_000;

/** A URL fit for people: no user, no password, no secret in the query. */
export const redactUrl = (url: string): string => {
  const [path, query] = [url.split('?', 1)[0] as string, url.split('?').slice(1).join('?')];
  if (query === '') return redact(path, maximumUrlLength);
  const pairs = query.split('&').map((pair) => {
    const name = pair.split('=', 1)[0] as string;
    return secretNamePattern.test(name) && name !== 'page-token' ? `${name}=${placeholder}` : pair;
  });
  return redact(`${path}?${pairs.join('&')}`, maximumUrlLength);
};
