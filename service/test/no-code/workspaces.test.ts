import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService, variable } from './support.ts';
import { document } from '../documents.ts';

const made = suite<NoCodeTestService>('no-code workspaces');
made.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService());
});
made.after.each(async ({ close }) => {
  await close();
});
const valuesOf = async ({ request: ask }: NoCodeTestService, id: string) =>
  (await ask(`GET /workspaces/${id}/vars`)).body.data.map(({ attributes: { key, value, category, description, hcl, sensitive } }: any) => [
    key,
    value,
    category,
    description,
    hcl,
    sensitive,
  ]);

made('by its name and what is required: a workspace document with the defaults of the specification', async (context) => {
  const { createNoCodeModule: offer, createWorkspace: make } = context;
  const id = await offer();
  const answer = await make(id, { name: 'shop' });
  assert.is(answer.status, 200);
  const { data } = answer.body;
  assert.equal(
    [
      data.type,
      data.attributes.name,
      data.attributes.description,
      data.attributes['execution-mode'],
      data.attributes['agent-pool-id'],
      data.attributes['auto-apply'],
      data.attributes['engine-version'],
    ],
    ['workspaces', 'shop', '', 'remote', null, false, '1.11.4'],
  );
  assert.equal(
    [
      data.attributes['source-name'],
      data.attributes['source-url'],
      data.attributes['source-module-id'],
      data.attributes['no-code-upgrade-available'],
      data.attributes['resource-count'],
    ],
    [null, null, 'private/acme/vpc/aws/1.2.0', false, 0],
  );
  assert.equal(data.relationships['no-code-module-version'], { data: { id, type: 'no-code-modules' } });
  assert.match(data.relationships['current-run'].data.id, /^run-[A-Za-z0-9]{16}$/);
  assert.equal(await valuesOf(context, data.id), [['region', 'eu', 'infra', null, false, false]]);
});

made('with everything said', async (context) => {
  const { createNoCodeModule: offer, createWorkspace: make, request: ask, project } = context;
  const id = await offer();
  const pool = (await ask('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'north' }))).body.data.id;
  const home = await project('payments');
  const said = {
    name: 'shop',
    description: 'a shop',
    'execution-mode': 'agent',
    'agent-pool-id': pool,
    auto_apply: true,
    'source-name': 'us',
    'source-url': 'https://us.example',
  };
  const answer = await make(
    id,
    { ...said, 'engine-version': '~> 1.9.0' },
    [
      variable('region', 'us', { description: 'where' }),
      variable('size', '2', { hcl: true }),
      { type: 'vars', attributes: { key: 'TOKEN', value: 'secret', category: 'env', sensitive: true } },
    ],
    { project: { data: { type: 'project', id: home } } },
  );
  const { data } = answer.body;
  assert.equal(
    [
      answer.status,
      data.attributes.description,
      data.attributes['execution-mode'],
      data.attributes['agent-pool-id'],
      data.attributes['auto-apply'],
      data.attributes['engine-version'],
      data.relationships.project.data,
    ],
    [200, 'a shop', 'agent', pool, true, '~> 1.9.0', { id: home, type: 'projects' }],
  );
  assert.equal([data.attributes['source-name'], data.attributes['source-url']], ['us', 'https://us.example']);
  assert.equal(await valuesOf(context, data.id), [
    ['region', 'us', 'infra', 'where', false, false],
    ['size', '2', 'infra', null, true, false],
    ['TOKEN', null, 'env', null, false, true],
  ]);
});

made('both spellings of every word are taken', async ({ createNoCodeModule: offer, request: ask, project }) => {
  const id = await offer();
  const home = await project('payments');
  const vars = { vars: { data: [variable('region', 'eu')] } };
  for (const [index, [type, attributes, projectType]] of (
    [
      ['workspaces', { auto_apply: true, 'engine-version': '1.9.8' }, 'project'],
      ['no-code-module-workspace', { 'auto-apply': true, 'terraform-version': '1.9.8' }, 'projects'],
    ] as const
  ).entries()) {
    const {
      body: { data },
    } = await ask(
      `POST /no-code-modules/${id}/workspaces`,
      document(type, { name: `w${index}`, ...attributes }, { ...vars, project: { data: { type: projectType, id: home } } }),
    );
    assert.equal(
      [
        data.attributes['auto-apply'],
        data.attributes['engine-version'] ?? data.attributes['terraform-version'],
        data.relationships.project.data.id,
      ],
      [true, '1.9.8', home],
    );
  }
});

made("a service that only knows the specification's words takes `terraform-version`, which its table of this endpoint says", async () => {
  const neutral = await createNoCodeTestService({ profile: 'neutral' });
  const answer = await neutral.createWorkspace(await neutral.createNoCodeModule(), { name: 'shop', 'terraform-version': '1.9.8' });
  assert.equal([answer.status, answer.body.data.attributes['engine-version']], [200, '1.9.8']);
  await neutral.close();
});

made('the hosted service answers 201 in its own words', async () => {
  const hosted = await createNoCodeTestService({ profile: 'hosted' });
  const answer = await hosted.createWorkspace(await hosted.createNoCodeModule(), { name: 'shop', 'terraform-version': '1.9.8' }, [
    { type: 'vars', attributes: { key: 'region', value: 'eu', category: 'terraform' } },
  ]);
  assert.equal(
    [answer.status, answer.body.data.attributes['terraform-version'], answer.body.data.attributes['engine-version']],
    [201, '1.9.8', undefined],
  );
  await hosted.close();
});

made.run();
