/** In the hosted dialect the document after an update of two members is that of an object which was created so. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { document } from '../documents.ts';
import { createTestService, type TestService } from '../support.ts';

const law = suite<TestService>('updates and creations');
law.before.each(async (context) => {
  Object.assign(context, await createTestService({ profile: 'hosted', settings: { tier: 'plus' } }));
});
law.after.each(({ close }) => close());

interface Sample {
  readonly collection: string;
  /** What a creation needs besides its name. */
  readonly base?: object;
  /** Whether a creation names its project. */
  readonly inProject?: true;
  /** Another value than the default for each member: every pair of them is written. */
  readonly values: { readonly [name: string]: unknown };
}
const samples: { readonly [type: string]: Sample } = {
  workspaces: {
    collection: '/organizations/acme/workspaces',
    values: {
      description: 'berths',
      'auto-apply': true,
      'execution-mode': 'local',
      'queue-all-runs': true,
      'working-directory': 'pier',
      'global-remote-state': true,
      'allow-destroy-plan': false,
      'speculative-enabled': false,
      'file-triggers-enabled': false,
      'trigger-prefixes': ['pier'],
      'terraform-version': '1.9.0',
      'auto-destroy-activity-duration': '3d',
      'auto-destroy-at': '2026-06-01T12:00:00.000Z',
      'source-name': 'harbor',
    },
  },
  projects: {
    collection: '/organizations/acme/projects',
    values: { description: 'berths', 'auto-destroy-activity-duration': '3d', 'default-execution-mode': 'local' },
  },
  stacks: {
    collection: '/stacks',
    inProject: true,
    values: {
      description: 'berths',
      'speculative-enabled': true,
      'debugging-mode': true,
      'execution-mode': 'agent',
      'working-directory': 'pier',
      'trigger-patterns': ['/pier/**'],
    },
  },
  varsets: {
    collection: '/organizations/acme/varsets',
    base: { global: false },
    values: { description: 'high', global: true, priority: true },
  },
  teams: {
    collection: '/organizations/acme/teams',
    values: {
      visibility: 'organization',
      'sso-team-id': 'crew-7',
      'organization-access': { 'manage-workspaces': true },
      'allow-member-token-management': false,
    },
  },
  policies: {
    collection: '/organizations/acme/policies',
    base: { kind: 'opa', query: 'data.harbor.deny' },
    values: { description: 'dry', query: 'data.pier.deny', 'enforcement-level': 'mandatory' },
  },
  'policy-sets': {
    collection: '/organizations/acme/policy-sets',
    base: { kind: 'opa' },
    values: { description: 'dry', global: true, overridable: true, 'policies-path': 'rules', 'policy-update-patterns': ['rules/**'] },
  },
  tasks: {
    collection: '/organizations/acme/tasks',
    base: { url: 'http://127.0.0.1:9/', category: 'task', enabled: false },
    values: { description: 'scan', url: 'http://127.0.0.1:9/scan', 'hmac-key': 'made-up' },
  },
  'notification-configurations': {
    collection: '/workspaces/<workspace>/notification-configurations',
    base: { 'destination-type': 'generic', url: 'http://127.0.0.1:9/', enabled: false },
    values: { url: 'http://127.0.0.1:9/horn', token: 'made-up', triggers: ['run:created'] },
  },
};

const listPairs = (values: Sample['values']): readonly (readonly [string, string])[] => {
  const names = Object.keys(values);
  return names.flatMap((first, index) => names.slice(index + 1).map((second) => [first, second] as const));
};

/** Attributes and relationships without what differs between two objects: name, IDs, and what is counted. */
const comparable = ({ body }: any, id: string): unknown => {
  const { name: _name, ...attributes } = body.data.attributes;
  return JSON.parse(
    JSON.stringify({ attributes, relationships: body.data.relationships })
      .replaceAll(id, '<id>')
      .replaceAll(/(?:b|u)-\d+/g, '<name>'),
  );
};

law('the document after an update of two members is that of what was created so', async ({ request, create }) => {
  const workspace = (await create('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }))).id;
  const organization = await request('PATCH /organizations/acme', document('organizations', { 'stacks-enabled': true }));
  const project = { project: organization.body.data.relationships['default-project'] };
  const wrong: string[] = [];
  let [pairs, number] = [0, 0];
  for (const [type, { collection, base = {}, inProject, values }] of Object.entries(samples))
    for (const [first, second] of listPairs(values)) {
      number++;
      const related = inProject ? project : undefined;
      const path = collection.replace('<workspace>', workspace);
      const sent = { [first]: values[first], [second]: values[second] };
      const before = await create(`POST ${path}`, document(type, { ...base, name: `u-${number}` }, related));
      const updated = await request(`PATCH /${type}/${before.id}`, document(type, sent));
      const created = await request(`POST ${path}`, document(type, { ...base, ...sent, name: `b-${number}` }, related));
      const told = `${type}: ${first}, ${second}`;
      if (updated.status === 200 && created.status === 201) {
        pairs++;
        const [one, other] = [comparable(updated, before.id), comparable(created, created.body.data.id)];
        if (JSON.stringify(one) !== JSON.stringify(other)) {
          const a = (one as any).attributes;
          const differing = Object.keys(a).filter((name) => JSON.stringify(a[name]) !== JSON.stringify((other as any).attributes[name]));
          wrong.push(`${told}: ${differing.join(', ') || 'relationships'}`);
        }
      } else if (updated.status < 400 || created.status < 400) wrong.push(`${told}: ${updated.status} and ${created.status}`);
      for (const { id } of [before, created.body.data ?? {}]) if (id) await request(`DELETE /${type}/${id}`);
    }
  assert.equal(wrong, []);
  assert.is(pairs, 137);
});

law.run();
