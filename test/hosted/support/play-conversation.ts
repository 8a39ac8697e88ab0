/**
 * Plays what a client says, in its order, and holds the responses against what the client needs of them. A text `$name` of an expected
 * response stands for whatever is there and is remembered: later requests and expectations may use it. `$any` stands for any value.
 * Members that are not expected may be there; a list is compared element by element.
 */
import { isRecord } from '../../../declarations/src/record.ts';

export interface Exchange {
  /** What the client was doing. */
  readonly step: string;
  /** `POST /api/v2/organizations/acme/teams`; `PUT $upload` for an address that a response told. */
  readonly request: string;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  readonly status: number;
  readonly response?: unknown;
}

export type Send = (exchange: {
  readonly method: string;
  readonly target: string;
  readonly body: unknown;
  readonly headers: { readonly [name: string]: string };
}) => Promise<{ readonly status: number; readonly body: unknown }>;

type Bindings = Map<string, string>;

const variable = /\$([a-z][a-zA-Z0-9]*)/g;
const fill = (value: unknown, known: Bindings): any => {
  if (typeof value === 'string') return value.replaceAll(variable, (whole, name: string) => known.get(name) ?? whole);
  if (Array.isArray(value)) return value.map((one) => fill(one, known));
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, known)])) : value;
};

/** The first difference, or undefined; binds the variables of `expected`. */
const compare = (expected: unknown, actual: unknown, at: string, known: Bindings): string | undefined => {
  if (typeof expected === 'string' && /^\$[a-z][a-zA-Z0-9]*$/.test(expected)) {
    const name = expected.slice(1);
    if (actual === undefined) return `${at} is missing`;
    if (name === 'any') return undefined;
    if (!known.has(name)) known.set(name, String(actual));
    return known.get(name) === String(actual) ? undefined : `${at} is ${JSON.stringify(actual)}, not ${known.get(name)}`;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${at} is no list`;
    if (actual.length !== expected.length) return `${at} has ${actual.length} elements, not ${expected.length}`;
    return expected.map((one, index) => compare(one, actual[index], `${at}/${index}`, known)).find((found) => found !== undefined);
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return `${at} is ${JSON.stringify(actual)}, no object`;
    return Object.entries(expected)
      .map(([name, one]) => compare(one, actual[name], `${at}/${name}`, known))
      .find((found) => found !== undefined);
  }
  const filled = fill(expected, known);
  return JSON.stringify(filled) === JSON.stringify(actual)
    ? undefined
    : `${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(filled)}`;
};

/** What is not as the client needs it, an exchange each; empty: nothing. */
export const playConversation = async (send: Send, exchanges: readonly Exchange[]): Promise<readonly string[]> => {
  const known: Bindings = new Map();
  const differences: string[] = [];
  for (const { step, request, body, headers = {}, status, response } of exchanges) {
    const [method, target] = request.split(/ (.*)/s) as [string, string];
    const actual = await send({ method, target: fill(target, known), body: fill(body, known), headers });
    const found =
      actual.status === status
        ? compare(response === undefined ? {} : response, response === undefined ? {} : actual.body, '', known)
        : `status ${actual.status}, not ${status}: ${JSON.stringify(actual.body)?.slice(0, 300)}`;
    if (found !== undefined) differences.push(`${step}: ${request}: ${found}`);
  }
  return differences;
};
