import { changeIdentityVersion } from '../access/identity-version.ts';
import { conflict, unprocessable } from '../http/problem.ts';
import { warningHeaders } from '../pipeline/warning-header.ts';
import { requireMembers } from './request-values.ts';
import type { ControlEndpoints } from './control.ts';
import { readSeedBody, withSeedLines } from './whole-bodies/read-in-worker.ts';

export const resetControls: ControlEndpoints = {
  /**
   * Deletes everything (records, journal, faults, the clock's offset) and starts again with the seed, or with the first organization and
   * its token. `{"empty": true}`: starts empty, for another seed.
   */
  'POST /_local/reset': async ({ store, journal, faults, clock, clearCallers: forgetCallers, options }, request) => {
    const body = request.json();
    const { empty = false } = body === undefined ? {} : requireMembers(body, 'empty');
    if (typeof empty !== 'boolean') throw unprocessable('expected true or false', '/empty');
    await store.clear();
    await store.write(changeIdentityVersion);
    journal.clear();
    faults.clear();
    clock.freeze(null);
    if (!empty) await options.begin?.();
    forgetCallers();
    return {};
  },

  /**
   * A seed file's content, into a store that holds nothing (reset first); its settings hold from now on. If the file has no token, the
   * response has the one that its first owner got.
   */
  'POST /_local/seed': async ({ store, clock, settings, setSettings, listeners, apis, clearCallers: forgetCallers }, { bytes }) => {
    const { applySeed, createOwnerToken } = await import('../seed/index.ts');
    const seed = await readSeedBody(bytes);
    const routes = apis.flatMap((api) => api.routes);
    const options = { clock, settings: { ...settings(), ...seed.settings }, listeners, routes };
    if (!(await withSeedLines(bytes, () => applySeed(store, seed, options))))
      throw conflict('the store holds organizations already; reset it first');
    const owned = await createOwnerToken(store, seed.content, { clock });
    setSettings(seed.settings);
    forgetCallers();
    return { status: 201, body: owned ? { token: owned.token } : {}, headers: warningHeaders(seed.warnings) };
  },
};
