import type { EngineFixture } from './engine-fixture.ts';

/** A registry module `vpc` with versions 1.0.0 and 1.1.0, whose variables are region (required), size and note. */
export const createRegistryModule = async (fixture: EngineFixture): Promise<string> => {
  const base = '/organizations/acme/registry-modules';
  const { body, status } = await fixture.api('POST', base, {
    data: { type: 'registry-modules', attributes: { name: 'vpc', provider: 'aws', 'registry-name': 'private' } },
  });
  if (status !== 201) throw new Error(`the module was answered ${status}: ${JSON.stringify(body)}`);
  for (const version of ['1.0.0', '1.1.0']) await addVersion(fixture, version);
  createRegistryModule.id = body.data.id as string;
  return createRegistryModule.id;
};
createRegistryModule.id = '';

export const addVersion = async (fixture: EngineFixture, version: string): Promise<void> => {
  const { status, body } = await fixture.api('POST', '/organizations/acme/registry-modules/private/acme/vpc/aws/versions', {
    data: {
      type: 'registry-module-versions',
      attributes: {
        version,
        variables: [
          { name: 'region', type: 'string', required: true },
          { name: 'size', type: 'number', required: false, default: 1 },
          { name: 'note', type: 'string', required: false },
        ],
      },
    },
  });
  if (status !== 201) throw new Error(`the version was answered ${status}: ${JSON.stringify(body)}`);
};
