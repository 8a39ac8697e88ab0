import type { DelayDistribution } from '../faults/random.ts';
import { type FaultSpec, faultKinds, type FaultKind } from '../faults/fault-injector.ts';
import { isObject } from '../json-api/parse-document.ts';
import { unprocessable } from '../http/problem.ts';
import { requireMembers, requireInteger } from './request-values.ts';

const maxDelay = 600_000;

const optionalText = (value: unknown, pointer: string, expected: string): string | undefined => {
  if (value !== undefined && (typeof value !== 'string' || value === '')) throw unprocessable(`expected ${expected}`, pointer);
  return value as string | undefined;
};

const requireNumber = (value: unknown, pointer: string, most: number): number => {
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) throw unprocessable(`expected a number from 0 to ${most}`, pointer);
  return value;
};

const parseDelay = (value: unknown): DelayDistribution => {
  const at = (name: string) => requireNumber((value as Record<string, unknown>)[name], `/milliseconds/${name}`, maxDelay);
  if (!isObject(value)) return requireNumber(value, '/milliseconds', maxDelay);
  const names = Object.keys(value).sort().join();
  if (names === 'from,to') {
    const [from, to] = [at('from'), at('to')];
    if (to < from) throw unprocessable('expected an end that is not before the beginning', '/milliseconds/to');
    return { from, to };
  }
  if (names === 'deviation,mean') return { mean: at('mean'), deviation: at('deviation') };
  throw unprocessable('expected milliseconds, {"from", "to"} or {"mean", "deviation"}', '/milliseconds');
};

const parseHeaderMatcher = (value: unknown): { readonly [name: string]: string } | undefined => {
  if (value === undefined) return undefined;
  if (!isObject(value) || !Object.values(value).every((one) => typeof one === 'string'))
    throw unprocessable('expected an object with a string for each header; * matches anything', '/header');
  return value as { [name: string]: string };
};

const parseBodyMatcher = (value: unknown): { readonly [pointer: string]: unknown } | undefined => {
  if (value === undefined) return undefined;
  if (!isObject(value) || !Object.keys(value).every((pointer) => pointer.startsWith('/')))
    throw unprocessable('expected an object of JSON values by pointer, such as {"/data/type": "workspaces"}', '/body');
  return value;
};

const parseService = (value: unknown): string | undefined => {
  if (value !== undefined && value !== 'workspaces' && value !== 'ci') throw unprocessable('expected workspaces or ci', '/service');
  return value as string | undefined;
};

const parseTimes = (value: unknown, byChance: boolean): number | null => {
  if (value === 'always' || (value === undefined && byChance)) return null;
  if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) >= 1))
    throw unprocessable('expected a whole number from 1 on, or "always"', '/times');
  return (value as number | undefined) ?? 1;
};

const withoutUndefined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

const members = [
  'fault',
  'at',
  'times',
  'probability',
  'seed',
  'service',
  'method',
  'path',
  'operation',
  'header',
  'body',
  'milliseconds',
  'status',
  'retryAfter',
];

/** A fault to inject; docs/control.md describes its members. */
export const parseFault = (document: unknown): FaultSpec => {
  const spec = requireMembers(document, ...members);
  const { fault } = spec;
  if (!faultKinds.includes(fault as FaultKind)) throw unprocessable(`expected one of ${faultKinds.join(', ')}`, '/fault');
  if (fault === 'status' && !(Number.isInteger(spec['status']) && (spec['status'] as number) >= 400 && (spec['status'] as number) <= 599))
    throw unprocessable('expected a status from 400 to 599', '/status');
  return {
    fault: fault as FaultKind,
    at: requireInteger(spec['at'] ?? 1, '/at', 1),
    times: parseTimes(spec['times'], spec['probability'] !== undefined),
    probability: requireNumber(spec['probability'] ?? 1, '/probability', 1),
    seed: requireInteger(spec['seed'] ?? 1, '/seed', 0),
    milliseconds: parseDelay(spec['milliseconds'] ?? 1000),
    retryAfter: requireNumber(spec['retryAfter'] ?? 0, '/retryAfter', 86_400),
    ...withoutUndefined({
      service: parseService(spec['service']),
      method: optionalText(spec['method'], '/method', 'a method')?.toUpperCase(),
      path: optionalText(spec['path'], '/path', 'a part of a path, or all of it with *'),
      operation: optionalText(spec['operation'], '/operation', 'an operation such as GET /workspaces/{workspace_id}'),
      header: parseHeaderMatcher(spec['header']),
      body: parseBodyMatcher(spec['body']),
      status: fault === 'status' ? (spec['status'] as number) : undefined,
    }),
  };
};
