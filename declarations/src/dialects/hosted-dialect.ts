import { isRecord } from '../record.ts';
import { ciToHosted, ciToNeutral } from './hosted-ci-dialect.ts';

/**
 * Translates between the hosted and the neutral dialect of service 1 (wire-profiles, section 1). A document is translated at the boundary;
 * everything inside uses the neutral dialect. The tolerant direction (hosted to neutral) is applied to every response, with either profile.
 */
export type WireDialect = 'neutral' | 'hosted';
type JsonObject = { [name: string]: unknown };

export const attributeNames: readonly (readonly [neutral: string, hosted: string])[] = [
  ['engine-version', 'terraform-version'],
  ['codehost-app-installation-id', 'github-app-installation-id'],
];
export const categories: readonly (readonly [neutral: string, hosted: string])[] = [['infra', 'terraform']];

const hostedWords = new Map([...attributeNames, ...categories]);

/** A JSON pointer into a document of the specification as one into the hosted services' document. */
export const toHostedPointer = (pointer: string): string =>
  pointer
    .split('/')
    .map((step) => hostedWords.get(step) ?? step)
    .join('/');

/** Attributes as sentences name them: in quotation marks, or by the name of the declaration. */
const sentenceWords = new Map([
  ...hostedWords,
  ...attributeNames.flatMap(([neutral, hosted]): [string, string][] => [
    [`"${neutral}"`, `"${hosted}"`],
    [neutral.replaceAll('-', '_'), hosted.replaceAll('-', '_')],
  ]),
]);
/** A sentence about such a document; what else it quotes is left as it was written. */
export const toHostedSentence = (sentence: string): string =>
  sentence.replace(/"[^"]*"|[a-z]+(?:[-_][a-z]+)*/g, (word) => sentenceWords.get(word) ?? word);

const renameAttributes = (attributes: JsonObject, toHosted: boolean): JsonObject => {
  const out: JsonObject = { ...attributes };
  for (const [neutral, hosted] of attributeNames) {
    const [from, to] = toHosted ? [neutral, hosted] : [hosted, neutral];
    if (from in out && !(to in out)) {
      out[to] = out[from];
      delete out[from];
    }
  }
  for (const [neutral, hosted] of categories) {
    const [from, to] = toHosted ? [neutral, hosted] : [hosted, neutral];
    if (out['category'] === from) out['category'] = to;
  }
  if (isRecord(out['vcs-repo'])) out['vcs-repo'] = renameAttributes(out['vcs-repo'], toHosted);
  return out;
};

const translateEach = (value: unknown, toHosted: boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => translateEach(item, toHosted));
  if (!isRecord(value)) return value;
  const out: JsonObject = { ...value };
  if (isRecord(out['attributes'])) out['attributes'] = renameAttributes(out['attributes'], toHosted);
  if (isRecord(out['relationships'])) {
    out['relationships'] = Object.fromEntries(
      Object.entries(out['relationships']).map(([name, relationship]) => [
        name,
        isRecord(relationship) && 'data' in relationship
          ? { ...relationship, data: translateEach(relationship['data'], toHosted) }
          : relationship,
      ]),
    );
  }
  return out;
};

const translateBody = (body: unknown, toHosted: boolean): unknown => {
  if (!isRecord(body) || !('data' in body)) return body;
  return {
    ...body,
    data: translateEach(body['data'], toHosted),
    ...('included' in body ? { included: translateEach(body['included'], toHosted) } : {}),
  };
};

/** A request or response body in the hosted dialect. */
export const toHostedDocument = (body: unknown, service: 'workspaces' | 'ci' = 'workspaces'): unknown =>
  service === 'ci' ? ciToHosted(body) : translateBody(body, true);
/** A body of either dialect in the neutral dialect. */
export const toNeutralDocument = (body: unknown, service: 'workspaces' | 'ci' = 'workspaces'): unknown =>
  service === 'ci' ? ciToNeutral(body) : translateBody(body, false);
