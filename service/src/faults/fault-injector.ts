import { isDeepStrictEqual } from 'node:util';
import { unescapePointerToken } from '@slipway/schema-tools/load';
import { createSeededRandom, sampleDelay, type DelayDistribution } from './random.ts';
import { findJsonExcess, jsonLimits } from '../http/bounded-json.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { matchesGlob, matchesPath } from './glob.ts';

/**
 * The faults: a response of that status; `lost-…` and `reset-…`, the connection closed or reset before or
 * after the request took effect; `cut`, in the middle of the answer's body; `slow`, before anything is done; `slow-body`, the
 * answer's body in small pieces; `malformed`, an answer that is no JSON.
 */
export const faultKinds = [
  '429',
  '500',
  '503',
  'status',
  'lost-before',
  'lost-after',
  'reset-before',
  'reset-after',
  'cut',
  'slow',
  'slow-body',
  'malformed',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Which calls a fault applies to; all members that are present must match. */
export interface FaultMatcher {
  readonly service?: string;
  readonly method?: string;
  /** A part of the path, or, with a `*`, all of it. */
  readonly path?: string;
  /** `GET /workspaces/{workspace_id}` */
  readonly operation?: string;
  /** Values by header; `*` matches any text. */
  readonly header?: { readonly [name: string]: string };
  /** JSON values by pointer into the request's body. */
  readonly body?: { readonly [pointer: string]: unknown };
}
export interface FaultSpec extends FaultMatcher {
  readonly fault: FaultKind;
  /** The first matching call that the fault affects, counted from its creation: 1 is the next one. */
  readonly at: number;
  /** How many calls it affects; null: all until it is removed. */
  readonly times: number | null;
  /** The probability of each call from then on, from 0 to 1; a seeded generator decides. */
  readonly probability: number;
  readonly seed: number;
  /** The delay of the kinds `slow` and `slow-body`. */
  readonly milliseconds: DelayDistribution;
  /** The status of the kind `status`. */
  readonly status?: number;
  /** Seconds, of `429` and `503`. */
  readonly retryAfter: number;
}
export interface InjectedFault extends FaultSpec {
  readonly id: string;
}
/** The number of calls that matched the fault, and of those that it affected. */
export interface FaultState extends InjectedFault {
  readonly seen: number;
  readonly struck: number;
}

export interface FaultTarget {
  readonly service: string;
  readonly path: string;
  readonly operation: string | undefined;
  readonly request: HttpRequest;
}
/** The effect on a call: milliseconds to wait, then the fault. `span`: the duration of `slow-body`. */
export interface FaultEffect {
  readonly delay: number;
  readonly id: string;
  readonly fault?: InjectedFault;
  readonly span: number;
}

export interface FaultInjector {
  inject(fault: FaultSpec): InjectedFault;
  /** Undefined: no fault affects the call. */
  findEffect(call: FaultTarget): FaultEffect | undefined;
  /** False: there is none of that id. */
  remove(id: string): boolean;
  clear(): void;
  readonly injected: readonly FaultState[];
}

const parseJson = (body: Uint8Array | undefined): unknown => {
  const text = Buffer.from(body ?? []).toString('utf8');
  // The service refuses such a body anyway.
  if (findJsonExcess(text, jsonLimits)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const resolveMember = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce(
      (value: unknown, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, unescapePointerToken(step))
          ? (value as Record<string, unknown>)[unescapePointerToken(step)]
          : undefined,
      document,
    );

const matchesFault = ({ service, method, path, operation, header, body }: FaultMatcher, call: FaultTarget): boolean => {
  if (service !== undefined && service !== call.service) return false;
  if (method !== undefined && method !== call.request.method) return false;
  if (path !== undefined && !matchesPath(path, call.path)) return false;
  if (operation !== undefined && operation !== call.operation) return false;
  if (
    header !== undefined &&
    !Object.entries(header).every(([name, value]) => matchesGlob(value, call.request.header(name.toLowerCase()) ?? '\0'))
  )
    return false;
  if (body === undefined) return true;
  const document = parseJson(call.request.body);
  return Object.entries(body).every(([pointer, value]) => isDeepStrictEqual(resolveMember(document, pointer), value));
};

export const createFaultInjector = (): FaultInjector => {
  let waiting: { readonly fault: InjectedFault; readonly random: () => number; seen: number; struck: number }[] = [];
  let count = 0;
  return {
    inject: (spec) => {
      const fault = { id: `fault-${++count}`, ...spec };
      waiting.push({ fault, random: createSeededRandom(spec.seed), seen: 0, struck: 0 });
      return fault;
    },
    findEffect: (call) => {
      if (waiting.length === 0) return undefined;
      let effect: FaultEffect | undefined;
      for (const one of waiting) {
        const { fault, random } = one;
        if (!matchesFault(fault, call)) continue;
        one.seen++;
        if (one.seen < fault.at || (fault.probability < 1 && random() >= fault.probability)) continue;
        one.struck++;
        const span = fault.fault === 'slow' || fault.fault === 'slow-body' ? sampleDelay(fault.milliseconds, random) : 0;
        effect ??= { delay: 0, id: fault.id, span: 0 };
        // Delays add up; of the rest only one can happen, the first.
        if (fault.fault === 'slow') effect = { ...effect, delay: effect.delay + span };
        else if (!effect.fault) effect = { ...effect, id: fault.id, fault, span };
      }
      waiting = waiting.filter(({ fault, struck }) => fault.times === null || struck < fault.times);
      return effect;
    },
    remove: (id) => {
      const remaining = waiting.filter(({ fault }) => fault.id !== id);
      const found = remaining.length < waiting.length;
      waiting = remaining;
      return found;
    },
    clear: () => {
      waiting = [];
    },
    get injected() {
      return waiting.map(({ fault, seen, struck }) => ({ ...fault, seen, struck }));
    },
  };
};
