import { newId } from '../../src/store/new-id.ts';
import type { ApiDialect } from '../../src/http/api-dialect.ts';
import type { ServiceSettings } from '../../src/http/route.ts';
import type { CiOrganization } from '../../src/ci/organizations/organization-records.ts';
import { createOrganization, createApiToken, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import type { Tracer } from '../../src/tracing/tracer.ts';
import { type SendRequest, type TestResponse, createTestService, type TestService, withToken } from '../support.ts';
import { addMember } from '../members.ts';
import { serviceListeners } from '../../src/service.ts';

export interface CiTestService extends TestService {
  /** `acme` in service 2. */
  readonly org: string;
  /** As `ask`, in the manner of service 2: `Ci-Token`, application/json. */
  ci: SendRequest;
  /** As `as`, in the manner of service 2. */
  ciAs(token: string | null): SendRequest;
  /** Creates a project by the slug of the organization; its answer's body. */
  project(name: string, slug?: string): Promise<any>;
  context(name: string): Promise<string>;
  /** Gives mia, a contributor of `acme`, a role in a project of this ID; null: none. */
  giveRole(project: string, role: 'admin' | 'contributor' | 'viewer' | null): Promise<void>;
  /** A pipeline definition of a project, whose configuration and code are these repositories; its id. */
  definition(project: string, config?: string, checkout?: string): Promise<string>;
}

export const startTime = '2026-05-01T12:00:00.000Z';
/** Every UUID in the text is `#1`, `#2`, … in the order of its first place, so that bytes can be written out. */
export const replaceUuids = (value: unknown): any => {
  const seen = new Map<string, string>();
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined
    ? undefined
    : JSON.parse(
        text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
          if (!seen.has(id)) seen.set(id, `#${seen.size + 1}`);
          return seen.get(id)!;
        }),
      );
};
/** Status and message of what was refused. */
export const statusAndMessage = ({ status, body }: TestResponse): readonly [number, string] => [status, body?.message];

export const startCiService = async (
  options: { readonly settings?: Partial<ServiceSettings>; readonly profile?: ApiDialect; readonly tracer?: Tracer | undefined } = {},
): Promise<CiTestService> => {
  const whole = await createTestService(options);
  const org = (await whole.store.read((view) => view.getByKey<CiOrganization>('ci-organizations', '', 'acme')))!.id;
  await whole.store.write(async (tx) => {
    const making = { clock: whole.clock, newId, listeners: serviceListeners };
    const stranger = await createUser(tx, making, { name: 'stranger' });
    await createOrganization(tx, making, { name: 'globex', email: '', owners: [stranger.id] });
    await createApiToken(tx, making, { secret: 'stranger-token', owner: { kind: 'user', id: stranger.id } });
    await createApiToken(tx, making, { secret: 'acme-token', owner: { kind: 'organization', id: 'acme' } });
  });
  await addMember(whole, { name: 'mia', team: 'ops' });
  const ci: CiTestService['ci'] = (row, body, { token = 'owner-token', headers = {} } = {}) =>
    whole.request(row, body, {
      token: null,
      headers: {
        ...(token === null ? {} : { 'ci-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
  const done = (answer: TestResponse): any => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    ...whole,
    org,
    ci,
    ciAs: (token) => withToken(ci, token),
    project: async (name, slug = org) => done(await ci(`POST /organization/${encodeURIComponent(slug)}/project`, { name })),
    giveRole: async (project, role) => {
      const { id } = done(await ci('GET /me', undefined, { token: 'mia-token' }));
      done(await ci(`PUT /projects/${project}/roles/${id}`, { role }));
    },
    context: async (name) => done(await ci('POST /context', { name, owner: { id: org } })).id,
    definition: async (project, config = '1', checkout = '1') =>
      done(
        await ci(`POST /projects/${project}/pipeline-definitions`, {
          name: 'build',
          config_source: { provider: 'codehost_app', repo: { external_id: config }, file_path: '.ci/config.yml' },
          checkout_source: { provider: 'codehost_app', repo: { external_id: checkout } },
        }),
      ).id,
  };
};
