import { completeForCi } from './ci/complete.ts';
import { type RunnerOptions } from './ci/runner/runner.ts';
import { jobsFolder } from './ci/runner/jobs-folder.ts';
import { movableClock } from './clock.ts';
import { isLoopback } from './control/admit.ts';
import type { Profile } from './profile.ts';
import { newId } from './new-id.ts';
import type { Settings } from './route.ts';
import type { Seed } from './seed/read.ts';
import { listen } from './listen.ts';
import { everySurface, serviceOf } from './service.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { foundOrganization, newSecret, newToken, newUser } from './workspaces/founding.ts';

export interface StartOptions {
  /** A directory, `memory`, or `postgres://…`. */
  readonly store: string;
  readonly host?: string;
  /** 0, as when unsaid: a free one. */
  readonly port?: number;
  readonly profile?: Profile;
  readonly settings?: Partial<Settings>;
  /** Of the organization that a store without any is given; `slipway` unless said. */
  readonly organization?: string;
  /** Path of a YAML or JSON file; planted only into a store that holds nothing yet, its settings hold at every start. */
  readonly seed?: string;
  /** The first user's token, instead of one made by chance: for tests and scripts. */
  readonly token?: string;
  /** Jobs of the CI service really run, as processes of this machine. `folder`: where they live; unsaid: `jobs` in the store's own, or one that is gone with the service. */
  readonly jobs?: Omit<RunnerOptions, 'folder' | 'isTemporary'> & { readonly folder?: string };
  readonly operatorToken?: string;
  /** Whoever is on loopback may change things by `/_local/…`, not only read. */
  readonly test?: boolean;
  /** The journal keeps headers and bodies, redacted. */
  readonly journalBodies?: boolean;
}
export interface Started {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  readonly port: number;
  /** Of the owner of the first organization; only when this start made it, or planted it from a seed without tokens. It is stored nowhere. */
  readonly firstToken?: string;
  /** With a seed: whether it was planted; false when the store held organizations already. */
  readonly seeded?: boolean;
  close(): Promise<void>;
}

/** From this machine: a service that listens everywhere listens on loopback, too. */
const reachable = (address: string): string => address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

interface Begun { readonly token?: string; readonly seeded?: boolean }

/** A seed that gives nobody a token: one for the first owner it names. */
const ownersToken = async (store: Store, owner: string | undefined, options: StartOptions): Promise<Begun> => store.write(async (tx) => {
  const user = owner === undefined ? undefined : await tx.byKey('users', '', owner);
  if (!user || await tx.count({ kind: 'tokens' }) > 0) return {};
  const secret = options.token ?? newSecret();
  await newToken(tx, { clock: movableClock(), newId }, { secret, owner: { kind: 'user', id: user.id }, description: 'first token' });
  return { token: secret };
});

/** Unless there is an organization: one, with its default project, an owner and a token for it. */
const firstStart = async (store: Store, options: StartOptions): Promise<Begun> => {
  const clock = movableClock();
  const secret = options.token ?? newSecret();
  return store.write(async (tx) => {
    if (await tx.count({ kind: 'organizations' }) > 0) return {};
    const making = { clock, newId };
    const owner = await newUser(tx, making, { name: 'owner' });
    await foundOrganization(tx, making, { name: options.organization ?? 'slipway', email: '', owners: [owner.id] });
    await newToken(tx, making, { secret, owner: { kind: 'user', id: owner.id }, description: 'first token' });
    return { token: secret };
  });
};

/** What a store without organizations is given: the seed's things, else one organization. */
const begin = async (store: Store, options: StartOptions, seed: Seed | undefined, settings: Partial<Settings>): Promise<Begun> => {
  if (!seed) return firstStart(store, options);
  const { plantSeed } = await import('./seed/index.ts');
  if (!await plantSeed(store, seed, { clock: movableClock(), settings, routes: everySurface.flatMap(({ routes }) => routes) })) return { ...await firstStart(store, options), seeded: false };
  return { ...await ownersToken(store, seed.content.organizations?.[0]?.owners?.[0], options), seeded: true };
};

/** Opens the store, listens. Throws StoreUnavailable, StorageFull, SeedError, or the system's error when the port is taken. */
export const startService = async (options: StartOptions): Promise<Started> => {
  // The seed's reader brings a YAML parser; only who seeds waits for it. A file that cannot be read stops before a store is made.
  const seed = options.seed === undefined ? undefined : (await import('./seed/index.ts')).readSeed(options.seed);
  const settings = { ...seed?.settings, ...options.settings };
  const store = await openStore(options.store);
  try {
    await completeForCi(store, movableClock());
    const again = async (): Promise<void> => { await begin(store, options, seed, settings); };
    const first = await begin(store, options, seed, settings);
    const { answer, live, keepBodies } = serviceOf({
      store, settings, ...(options.jobs ? { jobs: { ...options.jobs, ...await jobsFolder(options.store, options.jobs.folder) } } : {}), ...(options.profile ? { profile: options.profile } : {}),
      control: {
        ...(options.operatorToken ? { operatorToken: options.operatorToken } : {}), ...(options.test ? { test: true } : {}),
        kept: /^postgres(ql)?:/.test(options.store) ? 'postgresql' : options.store === 'memory' ? 'memory' : 'folder', ...(isLoopback(options.host ?? '127.0.0.1') ? {} : { exposed: true }),
        ...(seed || options.token ? { begin: again } : {}),
      },
    });
    if (options.journalBodies) await keepBodies(true);
    const { address, port, close } = await listen(answer, { ...(options.host ? { host: options.host } : {}), ...(options.port ? { port: options.port } : {}) });
    const life = live(reachable(address));
    return {
      address, port, ...(first.token ? { firstToken: first.token } : {}), ...(first.seeded === undefined ? {} : { seeded: first.seeded }),
      close: async () => { await life.stop(); await close(); await store.close(); },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
};
