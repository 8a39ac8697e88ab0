import { suite } from 'uvu';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

export interface UpgradeFixture extends NoCodeTestService {
  readonly noCodeModule: string;
  readonly workspace: string;
}

/** A workspace that was provisioned: 1.2.0 in "eu". */
export const createUpgradeFixture = async (own: NoCodeTestService): Promise<UpgradeFixture> => {
  const offered = await own.createNoCodeModule();
  const shop = (await own.createWorkspace(offered, { name: 'shop' })).body.data.id;
  await own.passTime(1000);
  return { ...own, noCodeModule: offered, workspace: shop };
};

/** A suite each of whose tests has such a workspace to upgrade. */
export const upgradeSuite = (name: string) => {
  const upgrades = suite<UpgradeFixture>(name);
  upgrades.before.each(async (context) => {
    Object.assign(context, await createUpgradeFixture(await createNoCodeTestService()));
  });
  upgrades.after.each(async ({ close }) => {
    await close();
  });
  return upgrades;
};

export const changePin = ({ request: ask, noCodeModule: offered }: UpgradeFixture, version: string) =>
  ask(`PATCH /no-code-modules/${offered}`, document('no-code-modules', { 'version-pin': version }));
export const upgradePath = ({ noCodeModule: offered, workspace: shop }: UpgradeFixture, run: string) =>
  `/no-code-modules/${offered}/workspaces/${shop}/upgrade/${run}`;
export const readStatus = async (context: UpgradeFixture, run: string) =>
  (await context.request(`GET ${upgradePath(context, run)}`)).body.data.attributes.status;
export const readWorkspace = async ({ request: ask, workspace: shop }: UpgradeFixture) =>
  (await ask(`GET /workspaces/${shop}`)).body.data.attributes;
export const readVariable = async ({ request: ask, workspace: shop }: UpgradeFixture, key: string) =>
  (await ask(`GET /workspaces/${shop}/vars`)).body.data.find((one: any) => one.attributes.key === key)?.attributes.value;
export const startUpgrade = async (context: UpgradeFixture, ...variables: readonly object[]): Promise<string> =>
  (await context.startUpgrade(context.noCodeModule, context.workspace, variables)).body.data.id;
