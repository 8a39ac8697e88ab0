import { movableClock } from './clock.ts';
import type { Profile } from './profile.ts';
import { newId } from './new-id.ts';
import type { Settings } from './route.ts';
import { listen } from './listen.ts';
import { serviceOf } from './service.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import type { Surface } from './surface.ts';
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
  /** The first user's token, instead of one made by chance: for tests and scripts. */
  readonly token?: string;
  readonly operatorToken?: string;
  /** `/control/…` for everybody on this machine. */
  readonly test?: boolean;
  readonly surface?: Surface;
}
export interface Started {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  readonly port: number;
  /** Of the owner of the first organization; only when this start made it. It is stored nowhere. */
  readonly firstToken?: string;
  close(): Promise<void>;
}

/** Unless there is an organization: one, with its default project, an owner and a token for it. */
const firstStart = async (store: Store, options: StartOptions): Promise<{ readonly token?: string }> => {
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

/** Opens the store, listens. Throws StoreUnavailable, StorageFull, or the system's error when the port is taken. */
export const startService = async (options: StartOptions): Promise<Started> => {
  const store = await openStore(options.store);
  try {
    const settings = options.settings ?? {};
    const first = await firstStart(store, options);
    const { answer } = serviceOf({
      store, settings, ...(options.profile ? { profile: options.profile } : {}), ...(options.surface ? { surface: options.surface } : {}),
      control: { ...(options.operatorToken ? { operatorToken: options.operatorToken } : {}), ...(options.test ? { test: true } : {}) },
    });
    const { address, port, close } = await listen(answer, { ...(options.host ? { host: options.host } : {}), ...(options.port ? { port: options.port } : {}) });
    return { address, port, ...(first.token ? { firstToken: first.token } : {}), close: async () => { await close(); await store.close(); } };
  } catch (error) {
    await store.close();
    throw error;
  }
};
