import { createAdjustableClock } from './http/clock.ts';
import type { ServiceSettings } from './http/route.ts';
import { resolveSettings } from './http/settings.ts';
import type { Seed } from './seed/parse-seed.ts';
import { apiDefinitions, serviceListeners } from './service.ts';
import { newId } from './store/new-id.ts';
import type { Store } from './store/store.ts';
import { createApiToken, createOrganization, createUser, generateTokenSecret } from './workspaces/organizations/bootstrap.ts';

/** What the first organization is made of. */
export interface BootstrapOptions {
  /** Default: `slipway`. */
  readonly organization?: string;
  /** Token of the first user. Default: random. */
  readonly token?: string;
  /** Whether something runs jobs: a script or a runner. */
  readonly jobs?: object;
}
export interface BootstrapResult {
  readonly token?: string;
  /** The organization of the token, where the seed names it. */
  readonly organization?: string;
  readonly seeded?: boolean;
}

/** Unless there is an organization: one, with its default project, an owner and a token for it. */
const createFirstOrganization = async (
  store: Store,
  options: BootstrapOptions,
  settings: Partial<ServiceSettings>,
): Promise<BootstrapResult> => {
  const clock = createAdjustableClock();
  const secret = options.token ?? generateTokenSecret();
  return store.write(async (tx) => {
    if ((await tx.count({ kind: 'organizations' })) > 0) return {};
    const ctx = { clock, newId, listeners: serviceListeners };
    // The user outlives an organization that was deleted.
    const owner = (await tx.getByKey('users', '', 'owner')) ?? (await createUser(tx, ctx, { name: 'owner', email: 'owner@localhost' }));
    // Without a runner for remote execution, workspaces would wait for their runs for ever: the engine has to run locally.
    const defaultExecutionMode = resolveSettings(settings).runs === 'none' && !options.jobs ? 'local' : 'remote';
    await createOrganization(tx, ctx, { name: options.organization ?? 'slipway', email: '', owners: [owner.id], defaultExecutionMode });
    await createApiToken(tx, ctx, { secret, owner: { kind: 'user', id: owner.id }, description: 'first token' });
    return { token: secret };
  });
};

/** Fills a store without organizations: with the seed, else with one organization. */
export const bootstrapStore = async (
  store: Store,
  options: BootstrapOptions,
  seed: Seed | undefined,
  settings: Partial<ServiceSettings>,
): Promise<BootstrapResult> => {
  if (!seed) return createFirstOrganization(store, options, settings);
  const { applySeed, createOwnerToken } = await import('./seed/index.ts');
  const routes = apiDefinitions.flatMap((api) => api.routes);
  const seedOptions = { clock: createAdjustableClock(), settings, listeners: serviceListeners, routes };
  if (!(await applySeed(store, seed, seedOptions))) return { ...(await createFirstOrganization(store, options, settings)), seeded: false };
  const owned = await createOwnerToken(store, seed.content, { clock: seedOptions.clock, token: options.token });
  return { ...owned, seeded: true };
};
