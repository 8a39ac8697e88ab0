import { parseBoundedJson } from '../../http/bounded-json.ts';
import { unprocessable } from '../../http/problem.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { AgentJobEnd } from './protocol.ts';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isAbsentOr =
  (accepts: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || accepts(value);

type Members = { readonly [name: string]: (value: unknown) => boolean };
const hasMembers =
  (members: Members) =>
  (value: unknown): boolean =>
    isObject(value) && Object.entries(members).every(([name, accepts]) => accepts(value[name]));

const members: Members = {
  result: hasMembers({
    status: (value) => value === 'finished' || value === 'errored',
    hasChanges: (value) => typeof value === 'boolean',
    additions: isCount,
    changes: isCount,
    destructions: isCount,
    imports: isCount,
    generatedConfiguration: isAbsentOr((value) => value === true),
  }),
  documents: isAbsentOr(hasMembers({ json: isText, schemas: isText, redacted: isText })),
  planFiles: isAbsentOr(hasMembers({ plan: isText, lock: isTextOrNull, version: isText })),
  log: isText,
  logOffset: (value) => value === null || isCount(value),
  stateBefore: isTextOrNull,
  hasState: (value) => typeof value === 'boolean',
};

const pick = (value: unknown, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (isObject(value) && value[name] !== undefined ? [[name, value[name]]] : [])));

const resultMembers = ['status', 'hasChanges', 'additions', 'changes', 'destructions', 'imports', 'generatedConfiguration'];

/** Parses an agent's report of the end of a job. Throws 422 with the invalid members. */
export const parseJobEnd = (text: string): AgentJobEnd => {
  const end = parseBoundedJson(text, 'the end of a job');
  if (!isObject(end)) throw unprocessable('expected the end of a job as JSON');
  const wrong = Object.keys(members).filter((name) => !members[name]!(end[name]));
  if (wrong.length > 0) throw unprocessable(`the end of a job has another form: ${wrong.join(', ')}`);
  return { ...end, result: pick(end['result'], resultMembers) } as unknown as AgentJobEnd;
};
