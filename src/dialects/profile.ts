import { ciToHosted, ciToNeutral } from './ci-profile.ts';

/**
 * The hosted services' words against the specification's, for service 1 (wire-profiles, section 1). A document is
 * translated as it leaves or enters; everything between speaks the specification. The tolerant direction (hosted to
 * neutral) is applied to every answer, whatever the profile.
 */
export type Profile = 'neutral' | 'hosted';
type Json = { [name: string]: unknown };

const names: readonly (readonly [neutral: string, hosted: string])[] = [
  ['engine-version', 'terraform-version'],
  ['codehost-app-installation-id', 'github-app-installation-id'],
];
const categories: readonly (readonly [neutral: string, hosted: string])[] = [['infra', 'terraform']];

const hosted = new Map([...names, ...categories]);

/** A JSON pointer into a document of the specification as one into the hosted services' document. */
export const pointerToHosted = (pointer: string): string => pointer.split('/').map((step) => hosted.get(step) ?? step).join('/');

/** A sentence about such a document; what it quotes is left as it was written. */
export const sentenceToHosted = (sentence: string): string => sentence.replace(/"[^"]*"|[a-z]+(?:-[a-z]+)*/g, (word) => hosted.get(word) ?? word);

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const rename = (attributes: Json, toHosted: boolean): Json => {
  const out: Json = { ...attributes };
  for (const [neutral, hosted] of names) {
    const [from, to] = toHosted ? [neutral, hosted] : [hosted, neutral];
    if (from in out && !(to in out)) { out[to] = out[from]; delete out[from]; }
  }
  for (const [neutral, hosted] of categories) {
    const [from, to] = toHosted ? [neutral, hosted] : [hosted, neutral];
    if (out['category'] === from) out['category'] = to;
  }
  if (isRecord(out['vcs-repo'])) out['vcs-repo'] = rename(out['vcs-repo'], toHosted);
  return out;
};

const each = (value: unknown, toHosted: boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => each(item, toHosted));
  if (!isRecord(value)) return value;
  const out: Json = { ...value };
  if (isRecord(out['attributes'])) out['attributes'] = rename(out['attributes'], toHosted);
  if (isRecord(out['relationships'])) {
    out['relationships'] = Object.fromEntries(Object.entries(out['relationships']).map(([name, relationship]) =>
      [name, isRecord(relationship) && 'data' in relationship ? { ...relationship, data: each(relationship['data'], toHosted) } : relationship]));
  }
  return out;
};

const whole = (body: unknown, toHosted: boolean): unknown => {
  if (!isRecord(body) || !('data' in body)) return body;
  return { ...body, data: each(body['data'], toHosted), ...('included' in body ? { included: each(body['included'], toHosted) } : {}) };
};

/** A request or answer body in the hosted services' words. */
export const toHosted = (body: unknown, service: 'workspaces' | 'ci' = 'workspaces'): unknown => (service === 'ci' ? ciToHosted(body) : whole(body, true));
/** A body of either profile in the specification's words. */
export const toNeutral = (body: unknown, service: 'workspaces' | 'ci' = 'workspaces'): unknown => (service === 'ci' ? ciToNeutral(body) : whole(body, false));
