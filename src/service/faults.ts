import { isDeepStrictEqual } from 'node:util';
import { unescaped } from '@slipway/schema-tools/load';
import { chance, drawn, type Span } from './chance.ts';
import type { Incoming } from './exchange.ts';
import { globMatches, pathFits } from './glob.ts';

/**
 * What can be made to go wrong: an answer of that status; `lost-…` and `reset-…`, the connection closed or reset before or
 * after the request took effect; `cut`, in the middle of the answer's body; `slow`, before anything is done; `slow-body`, the
 * answer's body in small pieces; `malformed`, an answer that is no JSON.
 */
export const faultKinds = ['429', '500', '503', 'status', 'lost-before', 'lost-after', 'reset-before', 'reset-after', 'cut', 'slow', 'slow-body', 'malformed'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Which calls it is for; everything said must fit. */
export interface Matcher {
  readonly service?: string;
  readonly method?: string;
  /** A part of the path, or, with a `*`, all of it. */
  readonly path?: string;
  /** `GET /workspaces/{workspace_id}` */
  readonly operation?: string;
  /** Values by header; `*` stands for anything. */
  readonly header?: { readonly [name: string]: string };
  /** JSON values by pointer into the request's body. */
  readonly body?: { readonly [pointer: string]: unknown };
}
export interface FaultAsked extends Matcher {
  readonly fault: FaultKind;
  /** From which of the calls that fit, counted from planting: 1 is the next one. */
  readonly at: number;
  /** How many of them; null: until it is taken out. */
  readonly times: number | null;
  /** Of each call from then on, from 0 to 1; by chance that the seed repeats. */
  readonly probability: number;
  readonly seed: number;
  /** Of `slow` and `slow-body`. */
  readonly milliseconds: Span;
  /** Of `status`. */
  readonly status?: number;
  /** Seconds, of `429` and `503`. */
  readonly retryAfter: number;
}
export interface PlantedFault extends FaultAsked { readonly id: string }
/** With how many calls it saw that fit, and how many it struck. */
export interface FaultState extends PlantedFault { readonly seen: number; readonly struck: number }

export interface Call {
  readonly service: string;
  readonly path: string;
  readonly operation: string | undefined;
  readonly incoming: Incoming;
}
/** What befalls a call: milliseconds to wait, then the fault. `span`: of `slow-body`, drawn. */
export interface Blow { readonly delay: number; readonly id: string; readonly fault?: PlantedFault; readonly span: number }

export interface Faults {
  plant(fault: FaultAsked): PlantedFault;
  /** Undefined: nothing. */
  next(call: Call): Blow | undefined;
  /** False: there is none of that id. */
  remove(id: string): boolean;
  clear(): void;
  readonly planted: readonly FaultState[];
}

const parsed = (body: Uint8Array | undefined): unknown => {
  try { return JSON.parse(Buffer.from(body ?? []).toString('utf8')); } catch { return undefined; }
};
const memberAt = (document: unknown, pointer: string): unknown => pointer.split('/').slice(1)
  .reduce((value: unknown, step) => (typeof value === 'object' && value !== null && Object.hasOwn(value, unescaped(step)) ? (value as Record<string, unknown>)[unescaped(step)] : undefined), document);

const fits = ({ service, method, path, operation, header, body }: Matcher, call: Call): boolean => {
  if (service !== undefined && service !== call.service) return false;
  if (method !== undefined && method !== call.incoming.method) return false;
  if (path !== undefined && !pathFits(path, call.path)) return false;
  if (operation !== undefined && operation !== call.operation) return false;
  if (header !== undefined && !Object.entries(header).every(([name, value]) => globMatches(value, call.incoming.header(name.toLowerCase()) ?? '\0'))) return false;
  if (body === undefined) return true;
  const document = parsed(call.incoming.body);
  return Object.entries(body).every(([pointer, value]) => isDeepStrictEqual(memberAt(document, pointer), value));
};

export const faults = (): Faults => {
  let waiting: { readonly fault: PlantedFault; readonly random: () => number; seen: number; struck: number }[] = [];
  let made = 0;
  return {
    plant: (asked) => {
      const fault = { id: `fault-${++made}`, ...asked };
      waiting.push({ fault, random: chance(asked.seed), seen: 0, struck: 0 });
      return fault;
    },
    next: (call) => {
      if (waiting.length === 0) return undefined;
      let blow: Blow | undefined;
      for (const one of waiting) {
        const { fault, random } = one;
        if (!fits(fault, call)) continue;
        one.seen++;
        if (one.seen < fault.at || (fault.probability < 1 && random() >= fault.probability)) continue;
        one.struck++;
        const span = fault.fault === 'slow' || fault.fault === 'slow-body' ? drawn(fault.milliseconds, random) : 0;
        blow ??= { delay: 0, id: fault.id, span: 0 };
        // Delays add up; of the rest only one can happen, the first.
        if (fault.fault === 'slow') blow = { ...blow, delay: blow.delay + span };
        else if (!blow.fault) blow = { ...blow, id: fault.id, fault, span };
      }
      waiting = waiting.filter(({ fault, struck }) => fault.times === null || struck < fault.times);
      return blow;
    },
    remove: (id) => {
      const left = waiting.filter(({ fault }) => fault.id !== id);
      const found = left.length < waiting.length;
      waiting = left;
      return found;
    },
    clear: () => { waiting = []; },
    get planted() { return waiting.map(({ fault, seen, struck }) => ({ ...fault, seen, struck })); },
  };
};
