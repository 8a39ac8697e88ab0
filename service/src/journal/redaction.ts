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
/** Names that say nothing by themselves: such a member is hidden below the one in which it was declared, others wherever they stand. */
const genericNames = new Set(['url', 'value', 'name', 'key', 'id', 'default']);
const qualifyName = (parent: string, name: string): string =>
  genericNames.has(normalizeName(name)) ? `${normalizeName(parent)}.${normalizeName(name)}` : normalizeName(name);

/** Where documents have what their declarations call sensitive, hidden or write-only: `downloadurls`, `webhook.url`. */
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
 * What is sealed and has no declaration that says so: the keys of connections, and addresses whose path is the only proof of who writes
 * there, of notifications, run tasks and webhooks. `.url`: of a document that is no JSON:API; `items.url`: of a list of these.
 */
const sealedMembers = ['sshkey', 'attributes.url', '.url', 'items.url', 'deliveryresponses.url', 'variables.default'];

/** Members that contain a whole state, with all its secrets. */
const stateMembers = new Set(['jsonstate', 'jsonstateoutputs']);

/** Where a plan is read as the engine shows it, with the values of its variables and resources. */
const planDocument = /\/json-output(?:\?|$)/;

/** The query of a redirect carries what the other side may use: an authorization code, a signature. */
const maskRedirect = (location: string): string => location.replace(/[?#].*$/s, (found) => found[0] + maskText);

/** Members that hold objects: what is in their place instead belongs somewhere else, and may be a secret. */
const structuralNames = new Set(['data', 'attributes', 'relationships', 'variables', 'event_source', 'webhook']);
const isStructure = (value: unknown): boolean => (Array.isArray(value) ? value.every(isRecord) : isRecord(value));

type JsonMap = { readonly [name: string]: unknown };

/** A copy of a document in which nothing secret is left. `text`: what masks inside of strings. */
const createRedactor = (places: ReadonlySet<string>, text: (value: string) => string) => {
  const isHidden = (holder: JsonMap, parent: string, name: string, value: unknown): boolean => {
    if (value === null || typeof value === 'boolean') return false;
    if (
      isSecretName(name) ||
      stateMembers.has(normalizeName(name)) ||
      ((structuralNames.has(name) || parent === 'relationships') && !isStructure(value))
    )
      return true;
    // A variable's value is shown only where the same document says that it is no secret; `state` is a word or a whole state.
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
 * What the journal keeps of headers and bodies where it is asked to: of JSON a redacted copy, of anything else its size
 * alone. It is made before it is remembered, so no secret ever is in the journal's memory. `paths`: of all endpoints.
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
    // What is stored or fetched under an address that is itself a secret is a state, whatever it looks like.
    const isState = text(request.target) !== request.target && masked(request.target.split('?', 1)[0]!) !== request.target.split('?', 1)[0];
    const isWhole = isState || planDocument.test(request.target);
    const none = { note: isState ? 'a state, not kept' : 'a plan, not kept' };
    return {
      request: { headers: headersOf(request.headers()), ...(isState && request.body?.length ? none : bodyOf(request.body)) },
      response: { headers: headersOf(Object.entries(headers)), ...(isWhole && body !== undefined ? none : bodyOf(body)) },
    };
  };
};
