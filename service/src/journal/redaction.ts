import { isRecord } from '@slipway/declarations/record';
import type { Attributes } from '@slipway/declarations/declare';
import { documentFormatOf, pointerOf } from '@slipway/declarations/dialects';
import { actions, dataSources, resources } from '@slipway/declarations/resources';
import { isFileBody } from '../http/file-body.ts';
import type { RecordedMessage } from './journal.ts';
import type { HttpExchange, MessageRecorder } from './message-recorder.ts';
import { maskText, createTextMasker, isSecretName } from './masking.ts';
import { findJsonExcess, jsonLimits } from '../http/bounded-json.ts';
import type { HttpResponse } from '../http/http-handler.ts';

/** Characters of a redacted body that are kept, and bytes of one that is looked at. */
const maxRecordedLength = 16 * 1024;
const maxParsedBytes = 512 * 1024;
const maxDepth = 60;

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');
/** Generic names: such a member is hidden only below the member in which it was declared, others everywhere. */
const genericNames = new Set(['url', 'value', 'name', 'key', 'id', 'default']);
const qualifyName = (parent: string, name: string): string =>
  genericNames.has(normalizeName(name)) ? `${normalizeName(parent)}.${normalizeName(name)}` : normalizeName(name);

/** Paths of members that declarations call sensitive, hidden or write-only: `downloadurls`, `webhook.url`. */
const collectSensitiveMembers = (): ReadonlySet<string> => {
  const found = new Set<string>();
  const walk = (service: 'workspaces' | 'ci', root: Attributes, attributes: Attributes, path: readonly string[]): void => {
    for (const [name, { sensitive, secret, writeOnly, kind, local, pathParameter: address }] of Object.entries(attributes)) {
      if (local || address) continue;
      const memberPath = [...path, name];
      if (sensitive || secret || writeOnly) {
        const [parent = '', own = ''] = pointerOf(documentFormatOf(service), root, memberPath).split(/[/.]/).slice(-2);
        found.add(qualifyName(parent, own));
      }
      const members = kind.members ?? kind.item?.members;
      if (members && members !== attributes) walk(service, root, members as Attributes, memberPath);
    }
  };
  for (const one of [...Object.values(resources), ...Object.values(dataSources), ...Object.values(actions)])
    for (const service of ['workspaces', 'ci'] as const) walk(service, one.attributes, one.attributes, []);
  return found;
};

/**
 * Sealed members that no declaration calls sensitive: the keys of connections, and addresses whose path is the only proof of the sender, of
 * notifications, run tasks and webhooks. `.url`: in a document that is not JSON:API; `items.url`: in a list of these.
 */
const sealedMembers = ['sshkey', 'attributes.url', '.url', 'items.url', 'deliveryresponses.url', 'variables.default'];

/** Members that contain a whole state, with all its secrets. */
const stateMembers = new Set(['jsonstate', 'jsonstateoutputs']);

/** Requests for a plan as the engine prints it, with the values of its variables and resources. */
const planDocument = /\/json-output(?:\?|$)/;

/** Masks the query of a redirect, which can carry an authorization code or a signature. */
const maskRedirect = (location: string): string => location.replace(/[?#].*$/s, (found) => found[0] + maskText);

/** Members that hold objects: what is in their place instead belongs somewhere else, and may be a secret. */
const structuralNames = new Set(['data', 'attributes', 'relationships', 'variables', 'event_source', 'webhook']);
const isStructure = (value: unknown): boolean => (Array.isArray(value) ? value.every(isRecord) : isRecord(value));

type JsonMap = { readonly [name: string]: unknown };

/** Copies a document without its secrets. `text`: masks secrets inside of strings. */
const createRedactor = (places: ReadonlySet<string>, text: (value: string) => string) => {
  const isHidden = (holder: JsonMap, parent: string, name: string, value: unknown): boolean => {
    if (value === null || typeof value === 'boolean') return false;
    if (
      isSecretName(name) ||
      stateMembers.has(normalizeName(name)) ||
      ((structuralNames.has(name) || parent === 'relationships') && !isStructure(value))
    )
      return true;
    // A variable's value is shown only if the same document marks it as not sensitive; `state` is a word or a whole state.
    if (name === 'value') return holder['sensitive'] !== false;
    if (name === 'state') return typeof value !== 'string' || !/^[a-z_]{1,40}$/.test(value);
    return places.has(qualifyName(parent, name));
  };
  const walk = (value: unknown, parent: string, depth: number): unknown => {
    if (typeof value === 'string') return value.includes('PRIVATE KEY-----') ? maskText : text(value);
    if (depth > maxDepth) return '…';
    if (Array.isArray(value)) return value.map((one) => walk(one, parent, depth + 1));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        text(name),
        isHidden(value, parent, name, inner) ? maskText : walk(inner, name, depth + 1),
      ]),
    );
  };
  return (document: unknown): unknown => walk(document, '', 0);
};

/**
 * Records headers and bodies for the journal: a redacted copy of JSON, otherwise only the size. It redacts before it stores, so that the
 * journal's memory never contains a secret. `paths`: those of all endpoints.
 */
export const createMessageRecorder = (paths: readonly string[]): MessageRecorder => {
  const places = new Set([...collectSensitiveMembers(), ...sealedMembers]);
  const masked = createTextMasker(paths);
  return ({ request, headers, body, token }: HttpExchange) => {
    const text = (value: string): string => {
      const found = masked(value);
      return token !== undefined && token !== '' ? found.replaceAll(token, maskText) : found;
    };
    const redact = createRedactor(places, text);
    const headersOf = (all: Iterable<readonly [string, string]>): RecordedMessage['headers'] =>
      [...all].map(
        ([name, value]) => [name, isSecretName(name) ? maskText : text(name === 'location' ? maskRedirect(value) : value)] as const,
      );
    const bodyOf = (content: HttpResponse['body']): Pick<RecordedMessage, 'body' | 'note'> => {
      if (content === undefined || (!isFileBody(content) && content.length === 0)) return {};
      if (isFileBody(content)) return { note: `a file of ${content.size} bytes, not kept` };
      if (content.length > maxParsedBytes) return { note: `${content.length} bytes, too long to be kept` };
      const source = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
      if (findJsonExcess(source, jsonLimits))
        return { note: `${content.length} bytes, nested too deeply or of too many values to be kept` };
      let document: unknown;
      try {
        document = JSON.parse(source);
      } catch {
        return { note: `${content.length} bytes that are no JSON, not kept` };
      }
      const root = JSON.stringify(isStructure(document) ? redact(document) : maskText);
      return root.length <= maxRecordedLength
        ? { body: root }
        : { body: root.slice(0, maxRecordedLength), note: `the first ${maxRecordedLength} characters of ${root.length}` };
    };
    // A body that is sent to or fetched from a secret address is a state, in any format.
    const isState = text(request.target) !== request.target && masked(request.target.split('?', 1)[0]!) !== request.target.split('?', 1)[0];
    const isWhole = isState || planDocument.test(request.target);
    const none = { note: isState ? 'a state, not kept' : 'a plan, not kept' };
    return {
      request: { headers: headersOf(request.headers()), ...(isState && request.body?.length ? none : bodyOf(request.body)) },
      response: { headers: headersOf(Object.entries(headers)), ...(isWhole && body !== undefined ? none : bodyOf(body)) },
    };
  };
};
