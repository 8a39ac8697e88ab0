import { type FaultKind, faultKinds, type PlantedFault } from '../faults.ts';
import { identityChanged } from '../identity.ts';
import { isObject } from '../json-api/read.ts';
import { conflict, notFound, unprocessable } from '../problem.ts';
import { newId } from '../new-id.ts';
import { type Outcome, outcomes } from '../workspaces/runs/stored.ts';
import type { Control } from './desk.ts';

const object = (body: unknown) => { if (!isObject(body)) throw unprocessable('expected a JSON object', ''); return body; };
const whole = (value: unknown, pointer: string, least: number): number => {
  if (!Number.isInteger(value) || (value as number) < least) throw unprocessable(`expected a whole number from ${least} on`, pointer);
  return value as number;
};

const faultSent = (body: unknown): PlantedFault => {
  const sent = object(body);
  const { fault, method, path } = sent;
  if (!faultKinds.includes(fault as FaultKind)) throw unprocessable(`expected one of ${faultKinds.join(', ')}`, '/fault');
  if (method !== undefined && typeof method !== 'string') throw unprocessable('expected a method', '/method');
  if (path !== undefined && typeof path !== 'string') throw unprocessable('expected a part of a path', '/path');
  return {
    fault: fault as FaultKind, at: whole(sent['at'] ?? 1, '/at', 1), times: whole(sent['times'] ?? 1, '/times', 1),
    ...(method !== undefined ? { method } : {}), ...(path !== undefined ? { path } : {}),
    ...(sent['milliseconds'] !== undefined ? { milliseconds: whole(sent['milliseconds'], '/milliseconds', 0) } : {}),
  };
};

/** What a test may do to the service. Rows and bodies are documented in docs/service.md. */
export const controls: { readonly [row: string]: Control } = {
  'GET /_local/clock': async ({ clock }) => ({ body: { now: clock.now().toISOString() } }),
  /** `{"move": milliseconds}`, or `{"stand": "2026-01-01T00:00:00.000Z"}`; `{"stand": null}` follows the real clock again. */
  'POST /_local/clock': async ({ clock }, { body }) => {
    const { move, stand } = object(body);
    if (move !== undefined) {
      if (!Number.isFinite(move)) throw unprocessable('expected milliseconds', '/move');
      clock.move(move as number);
    } else if (stand === null) clock.stand(null);
    else {
      const at = new Date(typeof stand === 'string' ? stand : Number.NaN);
      if (Number.isNaN(at.getTime())) throw unprocessable('expected {"move": milliseconds} or {"stand": a time or null}', '/stand');
      clock.stand(at);
    }
    return { body: { now: clock.now().toISOString() } };
  },

  'GET /_local/requests': async ({ journal }) => ({ body: { total: journal.total, entries: journal.entries() } }),
  'DELETE /_local/requests': async ({ journal }) => { journal.clear(); return {}; },

  'GET /_local/faults': async ({ faults }) => ({ body: { faults: faults.planted } }),
  'POST /_local/faults': async ({ faults }, { body }) => {
    const sent = (Array.isArray(body) ? body : [body]).map(faultSent);
    sent.forEach((fault) => faults.plant(fault));
    return { status: 201, body: { faults: faults.planted } };
  },
  'DELETE /_local/faults': async ({ faults }) => { faults.clear(); return {}; },

  'GET /_local/settings': async ({ settings }) => ({ body: settings() }),

  /**
   * Forgets everything (records, journal, faults, the clock's offset) and begins again as the service was started: with its seed,
   * or with the first organization and the token it was given. `{"empty": true}`: with nothing, ready for another seed.
   */
  'POST /_local/reset': async ({ store, journal, faults, clock, forgetCallers, options }, { body }) => {
    const { empty = false } = body === undefined ? {} : object(body);
    if (typeof empty !== 'boolean') throw unprocessable('expected true or false', '/empty');
    await store.clear();
    await store.write(identityChanged);
    journal.clear(); faults.clear(); clock.stand(null);
    if (!empty) await options.begin?.();
    forgetCallers();
    return {};
  },

  /** A seed file's content, as JSON, into a store that holds nothing (reset first); its settings hold from now on. */
  'POST /_local/seed': async ({ store, clock, settings, setSettings, routes, forgetCallers }, { text }) => {
    const { parseSeed, plantSeed } = await import('../seed/index.ts');
    const seed = parseSeed('the request', text);
    if (!await plantSeed(store, seed, { clock, settings: { ...settings(), ...seed.settings }, routes })) throw conflict('the store holds organizations already; reset it first');
    setSettings(seed.settings);
    forgetCallers();
    return { status: 201, body: {} };
  },

  /** `{"outcome": "plan-errored"}`: what becomes of the next run that starts; docs/service.md names the outcomes. */
  'POST /_local/run-outcome': async ({ store }, { body }) => {
    const { outcome } = object(body);
    if (!outcomes.includes(outcome as Outcome)) throw unprocessable(`expected one of ${outcomes.join(', ')}`, '/outcome');
    const id = newId('script');
    await store.write((tx) => tx.insert({ id, kind: 'run-outcomes', scope: '', key: id, name: id, body: { outcome } }));
    return { status: 201 };
  },

  /** Any of `resourceCount`, `locked`, … : members of the stored workspace, as its service would change them by itself. */
  'PATCH /_local/workspaces/{id}': async ({ store }, { params, body }) => {
    const change = object(body);
    await store.write(async (tx) => {
      const workspace = await tx.get<object>('workspaces', params['id']!);
      if (!workspace) throw notFound(`the workspace ${params['id']}`);
      const unknown = Object.keys(change).find((name) => !(name in workspace.body));
      if (unknown !== undefined) throw unprocessable(`a workspace has no member "${unknown}"; expected ${Object.keys(workspace.body).join(', ')}`, `/${unknown}`);
      await tx.update(workspace, { body: { ...workspace.body, ...change } });
    });
    return {};
  },
};
