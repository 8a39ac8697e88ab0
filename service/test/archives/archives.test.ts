/** One reader for all archives: each route that accepts one has the same errors, and rejects what a folder cannot contain. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes as ciRoutes } from '../../src/ci/index.ts';
import { readEntryArchive } from '../../src/seed/entry-archive.ts';
import { routes } from '../../src/workspaces/index.ts';
import { createTestService, type TestService } from '../support.ts';
import { hostileArchives } from './hostile-archives.ts';
import { document } from '../documents.ts';

const pathOf = (address: string): string => new URL(address).pathname.replace('/api/v2', '');
type Answer = readonly [status: number, refusal: string | undefined];

/** Where archives come in: a new place for each one. */
interface Door {
  readonly route: string;
  /** What it says otherwise, by the archive. */
  readonly otherwise?: { readonly [name: string]: string };
  open(bench: TestService, number: number): Promise<string>;
}
const create = async ({ request }: TestService, row: string, body?: object): Promise<any> => (await request(row, body)).body.data;

const doors: readonly Door[] = [
  {
    route: 'PUT /configuration-versions/{configuration_version_id}/upload/{secret}',
    open: async (bench, number) => {
      const { id } = await create(bench, 'POST /organizations/acme/workspaces', document('workspaces', { name: `w${number}` }));
      const version = document('configuration-versions', { 'auto-queue-runs': false });
      return (await create(bench, `POST /workspaces/${id}/configuration-versions`, version)).attributes['upload-url'];
    },
  },
  {
    route: 'PUT /registry-modules/{id}/versions/{version}/object/{secret}',
    open: async (bench, number) => {
      const [modules, name] = ['/organizations/acme/registry-modules', `m${number}`];
      await bench.request(`POST ${modules}`, document('registry-modules', { name, provider: 'aws', 'registry-name': 'private' }));
      const version = document('registry-module-versions', { version: '1.0.0' });
      // Only clients of the hosted service upload packages.
      const path = `${modules}/private/acme/${name}/aws/versions`;
      return (await bench.request(`POST ${path}`, version, { headers: { 'user-agent': 'go-tfe' } })).body.data.links.upload;
    },
  },
  {
    route: 'PUT /policy-set-versions/{policy_set_version_id}/upload/{secret}',
    otherwise: { 'too many entries': 'the archive has more than 4194304 bytes when it is unpacked' },
    open: async (bench, number) => {
      const { id } = await create(bench, 'POST /organizations/acme/policy-sets', document('policy-sets', { name: `p${number}` }));
      return (await create(bench, `POST /policy-sets/${id}/versions`)).links.upload;
    },
  },
];
/** Routes whose body is no JSON, and no archive of files either. */
const noArchives: { readonly [route: string]: string } = {
  'PUT /policies/{policy_id}/upload': 'a text',
  'PUT /state-versions/{state_version_id}/upload/{secret}': 'JSON',
  'PUT /state-versions/{state_version_id}/json-upload/{secret}': 'JSON',
  'POST /organizations/{organization_name}/workspaces/{name}/state': 'JSON',
  'POST /app/oauth2/auth': 'a form',
  'POST /oauth/token': 'a form',
  'POST /webhooks/vcs/{secret}': 'JSON that is signed',
  'POST /agents/{agent_id}/jobs/{job_id}/log': 'a text',
  'PUT /agents/{agent_id}/jobs/{job_id}/state': 'JSON, compressed',
  'POST /agents/{agent_id}/jobs/{job_id}/end': 'JSON, compressed',
  'PUT /registry-provider-files/{owner}/{file}/{secret}': 'a zip archive: service/test/archives/packages.test.ts',
  'POST /hooks/{id}': 'JSON that is signed',
  'POST /hooks/code-host/{organization}': 'JSON that is signed',
  'POST /organizations/{org_id}/code-host-events': 'JSON that is signed',
};

const law = suite<{ bench: TestService }>('archives');
law.before(async (context) => {
  context.bench = await createTestService();
});
law.after(async ({ bench }) => bench.close());

law('every route with another body than JSON is a door, or says what its body is', () => {
  const binary = [...routes, ...ciRoutes].filter(({ binaryBody }) => binaryBody).map(({ endpoint }) => endpoint);
  assert.equal(binary.sort(), [...doors.map(({ route }) => route), ...Object.keys(noArchives)].sort());
});

for (const door of doors)
  law(`${door.route} takes what a folder can hold, and nothing else`, async ({ bench }) => {
    const answers: Record<string, Answer> = {};
    for (const [number, { name, build }] of hostileArchives.entries()) {
      const path = pathOf(await door.open(bench, number));
      const { status, body } = await bench.request(`PUT ${path}`, new Uint8Array(build()), { token: null });
      answers[name] = [status, body?.errors?.[0]?.detail];
    }
    assert.equal(
      answers,
      Object.fromEntries(
        hostileArchives.map(({ name, refusal }) => [
          name,
          refusal === undefined ? [200, undefined] : [422, door.otherwise?.[name] ?? refusal],
        ]),
      ),
    );
  });

law('a refused package is not kept: the right one is taken afterwards, and handed out', async ({ bench }) => {
  const path = pathOf(await doors[1]!.open(bench, 1000));
  const [good, , bad] = [hostileArchives[0]!.build(), 0, hostileArchives.find(({ name }) => name === 'a symbolic link out')!.build()];
  assert.is((await bench.request(`PUT ${path}`, new Uint8Array(bad), { token: null })).status, 422);
  const findDownload = async () =>
    (await bench.request('GET //api/registry/v1/modules/acme/m1000/aws/1.0.0/download')).headers.get('x-terraform-get');
  assert.is(await findDownload(), null);
  assert.is((await bench.request(`PUT ${path}`, new Uint8Array(good), { token: null })).status, 200);
  const handedOut = await bench.request(`GET ${pathOf((await findDownload())!)}`, undefined, { token: null });
  assert.is(handedOut.status, 200);
});

law('a seed takes the same ones', async () => {
  const found: Record<string, string | undefined> = {};
  for (const { name, build } of hostileArchives)
    found[name] = await readEntryArchive({ archive: build().toString('base64') }, 'module version', new Date(0)).then(
      () => undefined,
      (error) => error.errors[0].detail,
    );
  assert.equal(found, Object.fromEntries(hostileArchives.map(({ name, refusal }) => [name, refusal])));
});

law.run();
