import { adoptOrganization } from '../../../cli/src/adopt/adopt.ts';
import { packageArchives } from '../../support/package-archives.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startFixture, token } from './engine-fixture.ts';
import { everyResource } from './every-resource.ts';

/** An organization with each kind of object, as the app that `slipway adopt` writes of it. */
export const adoptEveryResource = async (folder: string): Promise<void> => {
  const fixture = await startFixture({ settings: { edition: 'self-hosted', runStatusMilliseconds: 5 } });
  try {
    const answer = await fetch(`${fixture.address}/api/v2/me/collaborations`, { headers: { 'Ci-Token': token } });
    const owner = ((await answer.json()) as readonly { readonly id: string }[])[0]!.id;
    const provider = `provider "slipway" {\n  ci = { address = "${fixture.address}", organization = "${owner}" }\n}\n`;
    await fixture.apply(provider + (await everyResource(fixture, owner)));
    const options = { organization: 'acme', ciOrganization: owner, ciProject: ['gh/acme/web'], packages: packageArchives() };
    await adoptOrganization(folder, options, {
      SLIPWAY_WORKSPACES_ADDRESS: fixture.address,
      SLIPWAY_WORKSPACES_TOKEN: token,
      SLIPWAY_CI_ADDRESS: fixture.address,
      SLIPWAY_CI_TOKEN: token,
      HOME: temporaryFolder(),
    });
  } finally {
    await fixture.close();
  }
};
