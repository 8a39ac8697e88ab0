import { suite } from 'uvu';
import { document, here, type Here } from './support.ts';

export interface Ready extends Here { readonly offered: string; readonly shop: string }

/** A workspace that was provisioned: 1.2.0 in "eu". */
export const ready = async (own: Here): Promise<Ready> => {
  const offered = await own.offer();
  const shop = (await own.make(offered, { name: 'shop' })).body.data.id;
  await own.pass(1000);
  return { ...own, offered, shop };
};

/** A suite each of whose tests has such a workspace to upgrade. */
export const upgradeSuite = (name: string) => {
  const upgrades = suite<Ready>(name);
  upgrades.before.each(async (context) => { Object.assign(context, await ready(await here())); });
  upgrades.after.each(async ({ close }) => { await close(); });
  return upgrades;
};

export const pinned = ({ ask, offered }: Ready, version: string) => ask(`PATCH /no-code-modules/${offered}`, document('no-code-modules', { 'version-pin': version }));
export const at = ({ offered, shop }: Ready, run: string) => `/no-code-modules/${offered}/workspaces/${shop}/upgrade/${run}`;
export const statusOf = async (context: Ready, run: string) => (await context.ask(`GET ${at(context, run)}`)).body.data.attributes.status;
export const workspaceOf = async ({ ask, shop }: Ready) => (await ask(`GET /workspaces/${shop}`)).body.data.attributes;
export const value = async ({ ask, shop }: Ready, key: string) => (await ask(`GET /workspaces/${shop}/vars`)).body.data.find((one: any) => one.attributes.key === key)?.attributes.value;
export const start = async (context: Ready, ...variables: readonly object[]): Promise<string> => (await context.upgrade(context.offered, context.shop, variables)).body.data.id;
