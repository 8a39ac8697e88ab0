import { createHash } from 'node:crypto';
import { requireBoundedJson } from '../../http/bounded-json.ts';
import { unprocessable } from '../../http/problem.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StateOutput } from '../workspaces/stored.ts';

const nameType = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
const pickObjects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A state of 32 MB has some 800,000 values. */
const stateLimits = { depth: 500, values: 1_000_000 };

/** What is read out of an engine's state file: how many resources it manages, and its outputs. 422 for what is none. */
export const parseStateFile = (
  ctx: Pick<RequestContext, 'newId'>,
  bytes: Uint8Array,
  md5: string | null,
  pointer: string,
): { readonly text: string; readonly resourceCount: number; readonly outputs: readonly StateOutput[]; readonly lineage: string | null } => {
  const sum = createHash('md5').update(bytes).digest('hex');
  if (md5 !== null && md5 !== sum) throw unprocessable(`the state's MD5 sum is ${sum}; ${md5} was announced`, pointer);
  const text = new TextDecoder().decode(bytes);
  requireBoundedJson(text, 'the state', stateLimits);
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch (error) {
    throw unprocessable(`the state is not valid JSON: ${(error as Error).message}`, pointer);
  }
  if (!isObject(state)) throw unprocessable('expected a state file: a JSON object', pointer);
  const managed = pickObjects(state['resources']).filter((resource) => resource['mode'] !== 'data');
  const outputs = isObject(state['outputs']) ? Object.entries(state['outputs']) : [];
  return {
    text,
    resourceCount: managed.reduce((count, { instances }) => count + (Array.isArray(instances) ? instances.length : 1), 0),
    outputs: outputs.map(([name, output]): StateOutput => {
      const { value, sensitive } = isObject(output) ? output : { value: output, sensitive: false };
      return { id: ctx.newId('wsout'), name, type: nameType(value), sensitive: sensitive === true, value: value ?? null };
    }),
    lineage: typeof state['lineage'] === 'string' ? state['lineage'] : null,
  };
};
