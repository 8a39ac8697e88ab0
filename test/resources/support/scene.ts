import nock from 'nock';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apply, refresh } from '../../../src/apply/apply.ts';
import type { Surroundings } from '../../../src/apply/job.ts';
import { verbsOf } from '../../../src/apply/verbs-of.ts';
import { openLine } from '../../../src/client/open-line.ts';
import type { Resource, Values } from '../../../src/declare/index.ts';
import { plan } from '../../../src/plan/plan.ts';
import { noPrints, type Prints } from '../../../src/plan/write-only.ts';
import { resources } from '../../../src/resources/index.ts';

/** One request and its answer, to the letter. */
export interface Exchange {
  /** `PATCH /varsets/varset-1`, below `/api/v2`, query included. */
  readonly request: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer?: unknown;
}

/** What is done, what goes over the wire, and what the state holds of it afterwards. */
export interface Scene {
  readonly create?: Values;
  readonly update?: { readonly from: Values; readonly to: Values };
  readonly read?: Values;
  readonly imported?: true;
  readonly delete?: Values;
  readonly find?: string;
  readonly exchanges: readonly Exchange[];
  /** These attributes of the state that is left; `null`: there is none. */
  readonly state?: Values | null;
  readonly prints?: Prints;
  readonly profile?: 'neutral' | 'hosted';
}

const origin = 'http://service.test';

const play = (exchanges: readonly Exchange[]): void => {
  for (const { request, body, status, answer } of exchanges) {
    const [method, path] = request.split(' ') as [string, string];
    nock(origin, { reqheaders: { authorization: 'Bearer token-of-the-test' } })
      .intercept(`/api/v2${path}`, method, (sent: unknown) => { assert.equal(sent === '' ? undefined : sent, body, `the body of ${request}`); return true; })
      .matchHeader('content-type', (type) => body === undefined || String(type) === 'application/vnd.api+json')
      .reply(status, answer === undefined ? '' : JSON.stringify(answer), { 'Content-Type': 'application/vnd.api+json' });
  }
};

const whole = (resource: Resource, values: Values): Values => Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, values[name] ?? null]));
const pick = (state: Values | null, names: Values | null) => (state === null || names === null ? state : Object.fromEntries(Object.keys(names).map((name) => [name, state[name]])));

const perform = async (resource: Resource, scene: Scene): Promise<Values | null> => {
  const line = openLine({ service: 'workspaces', address: origin, token: 'token-of-the-test', organization: 'acme', profile: scene.profile ?? 'neutral', random: () => 0 });
  const around: Surroundings = { line, signal: new AbortController().signal, progress: () => {}, resourceNamed: (name) => resources[name] as Resource };
  const verbs = verbsOf(resource);
  const prints = { ...(scene.prints ?? noPrints()), ...(scene.imported ? { imported: true as const } : {}) };
  if (scene.read) return (await refresh(resource, verbs, { state: whole(resource, scene.read), prints }, around)).state;
  if (scene.delete) { await verbs.delete(whole(resource, scene.delete), around); return null; }
  if (scene.find !== undefined) return verbs.find(scene.find, around);
  const prior = scene.update ? whole(resource, scene.update.from) : null;
  const config = whole(resource, scene.update?.to ?? scene.create ?? {});
  const planned = plan(resource.attributes, prior, config, prints, { organization: 'acme' });
  const result = await apply(resource, verbs, { prior, planned: planned.state, config, prints }, around);
  if (result.error !== undefined) throw result.error;
  assert.equal(result.broken, []);
  return result.state;
};

/** The reference card of a resource: one scene for every endpoint row (the compiler asks for them), and more by name. */
export const scenes = <R extends { readonly endpoints: object; readonly name: string }>(
  resource: R, table: { readonly [Op in keyof R['endpoints']]: Scene }, more: { readonly [title: string]: Scene } = {},
): void => {
  const Wire = suite(`${resource.name} on the wire`);
  Wire.before(() => nock.disableNetConnect());
  Wire.after.each(() => nock.cleanAll());
  Wire.after(() => nock.restore());
  for (const [title, scene] of Object.entries({ ...table, ...more }) as [string, Scene][]) {
    Wire(title, async () => {
      play(scene.exchanges);
      const state = await perform(resource as unknown as Resource, scene);
      assert.equal(nock.pendingMocks(), [], 'every exchange took place');
      if (scene.state !== undefined) assert.equal(pick(state, scene.state), scene.state);
    });
  }
  Wire.run();
};
