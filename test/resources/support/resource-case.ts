import { Readable } from 'node:stream';
import nock from 'nock';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyResource, refreshResource } from '../../../src/apply/apply-resource.ts';
import type { ApplyContext } from '../../../src/apply/apply-operation.ts';
import { resourceOperations } from '../../../src/apply/resource-operations.ts';
import { openServiceClient } from '../../../src/client/open-service-client.ts';
import type { Resource, Values } from '../../../declarations/src/declare/index.ts';
import { planResource } from '../../../src/plan/plan-resource.ts';
import { findUnchanged, newFingerprints, type Fingerprints } from '../../../src/plan/write-only.ts';
import { resources } from '../../../declarations/src/resources/index.ts';

/** One request and its answer, to the letter. */
export interface Exchange {
  /** `PATCH /varsets/varset-1`, below `/api/v2` unless it begins with `/api/`, query included. */
  readonly request: string;
  readonly body?: unknown;
  /** `lost`: the service may have acted, and no answer came. */
  readonly status: number | 'lost';
  /** A document, or the bare text that some endpoints answer. */
  readonly answer?: unknown;
}

/** What is done, what goes over the wire in this order, and what the state holds of it afterwards. */
export interface ResourceCase {
  readonly create?: Values;
  readonly update?: { readonly from: Values; readonly to: Values };
  readonly read?: Values;
  /** How often it is read in one operation of the engine; once unless said. */
  readonly times?: number;
  readonly imported?: true;
  readonly delete?: Values;
  readonly find?: string;
  readonly exchanges: readonly Exchange[];
  /** These attributes of the state that is left; `null`: there is none. */
  readonly state?: Values | null;
  /** What it ends with: a part of the message, or a pattern. `state` is then what had succeeded. */
  readonly error?: string | RegExp;
  /** What the service did not keep as planned. */
  readonly broken?: readonly { readonly name: string; readonly planned: unknown; readonly actual: unknown }[];
  /** The messages that the user sees on the way. */
  readonly progress?: readonly string[];
  readonly prints?: Fingerprints;
  readonly profile?: 'neutral' | 'hosted';
}

const origin = 'http://service.test';
/** What the provider's sections say. */
const organizations = { workspaces: 'acme', ci: '00000000-0000-4000-8000-0000000000ac' };
interface ReceivedRequest {
  readonly request: string;
  readonly body: unknown;
}

/** A body that breaks off: the service got the whole request, its answer never came. */
const cutShort = (): Readable =>
  new Readable({
    read() {
      this.destroy(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
    },
  });

/** Answers by the script; what was really asked, in order, is found in the list returned. */
const intercept = (exchanges: readonly Exchange[], service: Resource['service'], profile: ResourceCase['profile']): ReceivedRequest[] => {
  const media = service === 'ci' ? 'application/json' : 'application/vnd.api+json';
  const reqheaders: Record<string, string> =
    service === 'workspaces'
      ? { authorization: 'Bearer token-of-the-test' }
      : { [profile === 'hosted' ? 'circle-token' : 'ci-token']: 'token-of-the-test' };
  const received: ReceivedRequest[] = [];
  for (const { request, body, status, answer } of exchanges) {
    const [method, path] = request.split(' ') as [string, string];
    const requests = nock(origin, { reqheaders })
      .intercept(path.startsWith('/api/') ? path : `/api/v2${path}`, method, (sent: unknown) => {
        received.push({ request, body: sent === '' ? undefined : sent });
        return true;
      })
      .matchHeader('content-type', (type) => body === undefined || String(type) === media);
    if (status === 'lost') requests.reply(200, () => cutShort());
    else
      requests.reply(status, answer === undefined ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer), {
        'Content-Type': media,
      });
  }
  return received;
};

const withNulls = (resource: Resource, values: Values): Values =>
  Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, values[name] ?? null]));
const pick = (state: Values | null, names: Values | null) =>
  state === null || names === null ? state : Object.fromEntries(Object.keys(names).map((name) => [name, state[name]]));

interface CaseOutcome {
  readonly state: Values | null;
  readonly error?: unknown;
  readonly inconsistencies?: readonly object[];
}

const runCase = async (resource: Resource, scene: ResourceCase, reported: string[]): Promise<CaseOutcome> => {
  const client = openServiceClient({
    service: resource.service,
    address: origin,
    token: 'token-of-the-test',
    organization: organizations[resource.service],
    dialect: scene.profile ?? 'neutral',
    random: () => 0,
  });
  const context: ApplyContext = {
    client,
    signal: new AbortController().signal,
    progress: (message) => {
      reported.push(message);
    },
    findResource: (name) => resources[name] as Resource,
  };
  const operations = resourceOperations(resource);
  const fingerprints = { ...(scene.prints ?? newFingerprints()), ...(scene.imported ? { imported: true as const } : {}) };
  if (scene.read) {
    for (let before = 1; before < (scene.times ?? 1); before++)
      await refreshResource(resource, operations, { state: withNulls(resource, scene.read), prints: fingerprints }, context);
    return {
      state: (await refreshResource(resource, operations, { state: withNulls(resource, scene.read), prints: fingerprints }, context)).state,
    };
  }
  if (scene.delete) {
    await operations.delete(withNulls(resource, scene.delete), context);
    return { state: null };
  }
  if (scene.find !== undefined) return { state: await operations.find(scene.find, context) };
  const prior = scene.update ? withNulls(resource, scene.update.from) : null;
  const config = withNulls(resource, scene.update?.to ?? scene.create ?? {});
  const remembered = { ...fingerprints, unchanged: await findUnchanged(resource.attributes, prior, config, fingerprints, true) };
  const planned = planResource(resource.attributes, prior, config, remembered, { organization: organizations[resource.service] });
  assert.equal(prior === null ? [] : planned.requiresReplace, [], 'the change is made in place');
  return applyResource(resource, operations, { prior, planned: planned.state, config, prints: fingerprints }, context);
};

const checkCase = async (resource: Resource, scene: ResourceCase): Promise<void> => {
  const received = intercept(scene.exchanges, resource.service, scene.profile);
  const reported: string[] = [];
  let outcome: CaseOutcome;
  try {
    outcome = await runCase(resource, scene, reported);
  } catch (error) {
    outcome = { state: null, error };
  }
  if (outcome.error !== undefined && scene.error === undefined) throw outcome.error;
  assert.equal(
    received,
    scene.exchanges.map(({ request, body }) => ({ request, body })),
    'what was asked, in this order',
  );
  if (scene.error !== undefined) {
    assert.ok(outcome.error instanceof Error, `expected it to end with ${String(scene.error)}`);
    assert.match((outcome.error as Error).message, scene.error);
  }
  assert.equal(
    (outcome.inconsistencies ?? []).map(({ name, planned, actual }: any) => ({ name, planned, actual })),
    scene.broken ?? [],
  );
  if (scene.state !== undefined) assert.equal(pick(outcome.state, scene.state), scene.state);
  if (scene.progress !== undefined) assert.equal(reported, scene.progress);
};

/** Scenes of one resource beside those of its card. */
export const testResourceCases = (
  resource: { readonly name: string },
  about: string,
  table: { readonly [title: string]: ResourceCase },
): void => {
  const Wire = suite(`${resource.name} ${about}`);
  Wire.before(() => {
    // Another file of this process may have restored what nock replaces.
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  Wire.after.each(() => nock.cleanAll());
  Wire.after(() => nock.restore());
  for (const [title, scene] of Object.entries(table)) Wire(title, () => checkCase(resource as unknown as Resource, scene));
  Wire.run();
};

/** The reference card of a resource: one scene for every endpoint row (the compiler asks for them), and more by name. */
export const testResource = <R extends { readonly endpoints: object; readonly name: string }>(
  resource: R,
  table: { readonly [Op in keyof R['endpoints']]: ResourceCase },
  more: { readonly [title: string]: ResourceCase } = {},
): void => testResourceCases(resource, 'on the wire', { ...(table as { readonly [row: string]: ResourceCase }), ...more });
