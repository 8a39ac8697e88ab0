import { fc } from '@slipway/test-support/seed';
import { anything, type Change, change, oddText, raw } from './mutate.ts';
import { extras, names, types, values } from './request-parts.ts';
import { type SendManner, manners } from './socket.ts';

/** A row, the path it is below, and a body that it could take. */
export interface FuzzEndpoint {
  readonly row: string;
  readonly base: string;
  readonly service: 'workspaces' | 'ci' | 'local';
  readonly body?: unknown;
  readonly bytes?: true;
}

/** One request before ids are put in: places in the pool instead of them, so that it can be drawn before the service runs. */
export interface FuzzRequest {
  readonly row: FuzzEndpoint;
  readonly method: string | undefined;
  readonly places: readonly number[];
  readonly odd: readonly (string | undefined)[];
  readonly query: { readonly [name: string]: string };
  readonly rawQuery: string | undefined;
  readonly body: Buffer | undefined;
  readonly changes: readonly Change[];
  readonly keep: boolean;
  readonly token: string | null;
  readonly carried: number;
  readonly type: string | undefined;
  readonly extra: readonly (readonly [string, string])[];
  readonly manner: SendManner;
}

/** Undefined but once in so many. */
const isRare = <T>(arbitrary: fc.Arbitrary<T>, once: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: once - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

export const renderRequest = (rows: readonly FuzzEndpoint[], tokens: readonly string[]): fc.Arbitrary<FuzzRequest> =>
  fc.record({
    // What writes more often, and what takes away less: else there is little left to ask for.
    row: fc.constantFrom(
      ...rows.flatMap((one) => (one.row.startsWith('DELETE') ? [one] : one.body === undefined ? [one, one] : [one, one, one, one])),
    ),
    method: isRare(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'), 15),
    places: fc.array(fc.nat({ max: 1000 }), { minLength: 6, maxLength: 6 }),
    odd: fc.array(
      isRare(
        fc.oneof(oddText, fc.string(), fc.constant('*any*'), fc.constantFrom('%00', '%2F', '%ZZ', '%ed%a0%80', '%', 'gh%2Facme%2Fweb')),
        10,
      ),
      { minLength: 6, maxLength: 6 },
    ),
    query: fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 }) },
    ),
    rawQuery: isRare(
      fc.constantFrom(
        '?',
        '&&&',
        'a',
        '%',
        'page[number]=1&page[number]=2',
        'a=%ff%fe',
        'x='.repeat(3000),
        '?a=b?c',
        'filter[tagged][99999999][key]=a',
        'filter[tagged][-1][key]=a',
        'filter%5Btagged%5D=1',
      ),
      20,
    ),
    body: isRare(
      fc.oneof(
        raw,
        anything.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
      ),
      8,
    ),
    changes: fc.array(change, { maxLength: 2 }),
    keep: fc.boolean(),
    token: fc.constantFrom(...Array.from({ length: 20 }, () => tokens[0]!), ...tokens, 'nobody', null),
    carried: fc.nat({ max: 12 }),
    type: isRare(types, 20),
    extra: fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(extras, { minLength: 1, maxLength: 2 }) }),
    manner: fc.oneof({ weight: 9, arbitrary: fc.constant<SendManner>('whole') }, { weight: 1, arbitrary: fc.constantFrom(...manners) }),
  });
