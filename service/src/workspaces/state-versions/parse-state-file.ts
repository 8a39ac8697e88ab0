import { createHash } from 'node:crypto';
import { requireBoundedJson } from '../../http/bounded-json.ts';
import { describeJsonError } from '../../http/describe-json.ts';
import { unprocessable } from '../../http/problem.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { StateOutput } from '../workspaces/stored.ts';
import { type ManagedObjects, readManagedObjects, summarizeResources } from './read-resources.ts';
import { locateAttributes } from './reading/locate-attributes.ts';
import { markOutputsOfState } from './state-secrets.ts';
import type { ResourceSummary, StateFacts } from './stored.ts';

const nameType = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
const pickObjects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A state of 32 MB has some 800,000 values. */
const stateLimits = { depth: 500, values: 1_000_000 };
/** Outputs are kept with the version and with its workspace, and blocks are counted in every answer about the version. */
const outputLimits = { depth: 500, values: 20_000, characters: 1024 * 1024 };
const blockLimits = { blocks: 10_000, objects: 50_000 };

/** Parses what is one JSON object, within its limits. Throws 422. */
const parseObject = (text: string, what: string, pointer: string): JsonObject => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unprocessable(`${what} is not valid JSON: ${describeJsonError(error)}`, pointer);
  }
  if (!isObject(value)) throw unprocessable(`expected ${what} as a JSON object`, pointer);
  return value;
};

/** An output's id holds that of its state version: it is found without an index. */
export const toOutputId = (version: string, index: number): string =>
  `wsout-${version.slice('sv-'.length)}${String(index).padStart(4, '0')}`;
export const toStateVersionId = (output: string): string => output.replace(/^wsout-([A-Za-z0-9]{16})\d{4,}$/, 'sv-$1');

const requireBoundedOutputs = (outputs: unknown, pointer: string): void => {
  if (outputs === undefined) return;
  const text = JSON.stringify(outputs ?? {});
  requireBoundedJson(text, 'the list of outputs', outputLimits);
  if (text.length > outputLimits.characters)
    throw unprocessable(
      `the outputs of the state have ${text.length} characters as JSON; at most ${outputLimits.characters} are kept`,
      pointer,
    );
};

/** The managed blocks. Throws 422 for more of them, or of their objects, than are kept. */
const requireManagedBlocks = (resources: unknown, pointer: string): readonly JsonObject[] => {
  const managed = pickObjects(resources).filter((resource) => resource['mode'] !== 'data');
  const objects = managed.reduce((sum, { instances }) => sum + (Array.isArray(instances) ? instances.length : 1), 0);
  for (const [what, count] of [
    ['blocks', managed.length],
    ['objects', objects],
  ] as const)
    if (count > blockLimits[what])
      throw unprocessable(
        `the state manages ${count} ${what === 'blocks' ? 'resource blocks' : 'objects'}; at most ${blockLimits[what]} are kept`,
        pointer,
      );
  return managed;
};

const readOutputs = (version: string, outputs: unknown): readonly StateOutput[] =>
  (isObject(outputs) ? Object.entries(outputs) : []).map(([name, output], index): StateOutput => {
    const { value, sensitive, type } = isObject(output) ? output : { value: output, sensitive: false, type: undefined };
    return {
      id: toOutputId(version, index),
      name,
      type: nameType(value),
      sensitive: sensitive === true,
      value: value ?? null,
      ...(type === undefined ? {} : { detailedType: type }),
    };
  });

/** `json-state-outputs`: the outputs of a state, in Base64, by name with `value`, `type` and `sensitive`. */
export const parseStateOutputs = (version: string, base64: string): readonly StateOutput[] => {
  const text = Buffer.from(base64, 'base64').toString('utf8');
  requireBoundedJson(text, 'json-state-outputs', outputLimits);
  return markOutputsOfState([], readOutputs(version, parseObject(text, 'json-state-outputs', '/data/attributes/json-state-outputs')));
};

export interface ParsedState extends StateFacts {
  readonly resourceCount: number;
  readonly outputs: readonly StateOutput[];
  readonly lineage: string | null;
  readonly serial: number | null;
}
export interface StateFile {
  /** The MD5 sum of the bytes. */
  readonly sum: string;
  readonly state: ParsedState;
  readonly resources: readonly ResourceSummary[];
  readonly managed: ManagedObjects;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface StateSource {
  /** The ID of the state version. */
  readonly version: string;
  readonly bytes: Uint8Array;
  /** The MD5 sum that was announced; null: none. */
  readonly md5: string | null;
  readonly pointer: string;
}

/** Parses an engine's state file. Throws 422 if it is malformed. */
export const parseStateFile = ({ version, bytes, md5, pointer }: StateSource): StateFile => {
  const sum = createHash('md5').update(bytes).digest('hex');
  if (md5 !== null && md5 !== sum) throw unprocessable(`the state's MD5 sum is ${sum}; ${md5} was announced`, pointer);
  const text = new TextDecoder().decode(bytes);
  const places = locateAttributes(text, 'the state', stateLimits);
  const state = parseObject(text, 'the state', pointer);
  requireBoundedOutputs(state['outputs'], pointer);
  const managed = requireManagedBlocks(state['resources'], pointer);
  const summary = summarizeResources(managed);
  const resources = pickObjects(state['resources']);
  return {
    sum,
    state: {
      size: bytes.length,
      format: typeof state['version'] === 'number' ? state['version'] : null,
      engineVersion: textOrNull(state['terraform_version']),
      modules: summary.modules,
      providers: summary.providers,
      billable: summary.billable,
      resourceCount: summary.count,
      outputs: markOutputsOfState(resources, readOutputs(version, state['outputs'])),
      lineage: textOrNull(state['lineage']),
      serial: typeof state['serial'] === 'number' ? state['serial'] : null,
      ...(state['encrypted_data'] === undefined ? {} : { encrypted: true }),
    },
    resources: summary.resources,
    managed: readManagedObjects(resources, text, places),
  };
};
