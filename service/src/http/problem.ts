import { hideUserInfo } from './hide-user-info.ts';
import type { RouteResponse } from './route.ts';

/** One thing that is wrong with a request; each service spells it in its own way. */
export interface ErrorObject {
  readonly detail: string;
  /** JSON pointer into the request's body. */
  readonly pointer?: string;
  /** Name of a query parameter. */
  readonly parameter?: string;
}

const titles: { readonly [status: number]: string } = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  409: 'conflict',
  412: 'precondition failed',
  413: 'payload too large',
  415: 'unsupported media type',
  422: 'invalid attribute',
  429: 'Too many requests',
  500: 'internal server error',
  503: 'service unavailable',
  507: 'insufficient storage',
};

/** Characters of a sentence: what repeats something of the request repeats its beginning. */
const maxDetailLength = 8000;
const truncate = (detail: string): string => (detail.length <= maxDetailLength ? detail : `${detail.slice(0, maxDetailLength)}…`);
/** Removes user and password from addresses that the error quotes. */
const prepareFault = (fault: ErrorObject): ErrorObject => {
  const detail = hideUserInfo(truncate(fault.detail));
  return detail === fault.detail ? fault : { ...fault, detail };
};

/** Errors of one response: a body of 2 MB can be wrong in many thousand places. */
const maxErrors = 100;
const limitErrors = (faults: readonly ErrorObject[]): readonly ErrorObject[] =>
  faults.length <= maxErrors
    ? faults
    : [...faults.slice(0, maxErrors - 1), { detail: `there are ${faults.length - maxErrors + 1} more errors` }];

/** Thrown by any step of a request; undoes the transaction and becomes the answer. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly errors: readonly ErrorObject[];
  readonly headers: { readonly [name: string]: string };
  /** `title`: for refusals that clients compare with a title of their own. */
  constructor(status: number, faults: readonly ErrorObject[], headers: { readonly [name: string]: string } = {}, title?: string) {
    const truncated = limitErrors(faults).map(prepareFault);
    super(truncated.map((fault) => fault.detail).join('; '));
    this.status = status;
    this.title = title ?? titles[status] ?? 'error';
    this.errors = truncated;
    this.headers = headers;
  }
}

/** Thrown where a standard prescribes the body of a refusal: undoes the transaction as a Problem does, and `response` is the answer. */
export class StandardRefusal extends Error {
  readonly response: RouteResponse;
  constructor(response: RouteResponse) {
    super(`refused with ${response.status}`);
    this.response = response;
  }
}

export const badRequest = (detail: string, parameter?: string): Problem =>
  new Problem(400, [{ detail, ...(parameter ? { parameter } : {}) }]);
export const forbidden = (detail: string): Problem => new Problem(403, [{ detail }]);
/** 404 for an object that does not exist or that the caller cannot see: both have the same text (spec 1, Errors). */
export const notFound = (what = 'the resource'): Problem =>
  new Problem(404, [{ detail: `${what} was not found, or this token has no access to it` }]);
/** No API has this path. */
export const noEndpoint = (path: string): Problem => new Problem(404, [{ detail: `there is no endpoint at ${path}` }]);
export const conflict = (detail: string): Problem => new Problem(409, [{ detail }]);
export const unprocessable = (detail: string, pointer?: string): Problem => new Problem(422, [{ detail, ...(pointer ? { pointer } : {}) }]);
export const unavailable = (detail: string, seconds = 1): Problem => new Problem(503, [{ detail }], { 'retry-after': String(seconds) });

/** Throws when there is anything to complain about. */
export const throwIfInvalid = (faults: readonly ErrorObject[]): void => {
  if (faults.length > 0) throw new Problem(422, faults);
};
