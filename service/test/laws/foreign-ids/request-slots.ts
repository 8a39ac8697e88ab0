import { routes as ciRoutes } from '../../../src/ci/index.ts';
import type { Route } from '../../../src/http/route.ts';
import { routes as workspaceRoutes } from '../../../src/workspaces/index.ts';
import { ciBodies } from '../fuzz/bodies-ci.ts';
import { workspaceBodies } from '../fuzz/bodies-workspaces.ts';
import { queries, referencingBodies } from './references.ts';

/** What stands in a request for a path parameter or a reference, by the name of its slot. */
export type SlotValues = Readonly<Record<string, string>>;

/** A request of a route, with `<slot>` wherever it names something. */
export interface SlottedRequest {
  readonly service: 'workspaces' | 'ci';
  readonly row: string;
  /** `GET /projects/<project_id>?…` */
  readonly line: string;
  readonly body: string | undefined;
  readonly slots: readonly string[];
  readonly anonymous: boolean;
}

/** What the bodies of the fuzz call their references. */
const referenceSlots: { readonly [reference: string]: string } = {
  projects: 'project_id',
  workspaces: 'workspace_id',
  teams: 'team_id',
  users: 'user_id',
  'ssh-keys': 'ssh_key_id',
  tags: 'tag_id',
  stacks: 'stack_id',
  policies: 'policy_id',
  'oauth-tokens': 'oauth_token_id',
  'registry-modules': 'id of registry-modules',
  'configuration-versions': 'configuration_version_id',
  plans: 'plan_id',
  'ci projects': 'ci project_id',
  'ci owner': 'org_id',
  'ci pipeline-definitions': 'pipeline_definition_id',
  'ci jobs': 'job-id',
  'ci packages': 'orb_id',
};
/** Parameters that choose among few words, are numbers within a project, belong to no organization, or prove something. */
const words: { readonly [parameter: string]: string } = {
  'ci context': 'config',
  'ci provider': 'gh',
  registry_name: 'private',
  'workflow-name': 'w',
  'job-name': 'a',
  'node-index': '0',
  'name of resource': 'linux',
  'pipeline-number': '1',
  'job-number': '1',
  provider: 'storage',
  secret: 'wrong',
  file: '0.csv.gz',
  os: 'linux',
  arch: 'amd64',
  'id of cleanups': 'trcu-1',
  stack_configuration_id: 'stc-1',
  stack_deployment_group_id: 'sdg-1',
  stack_deployment_group_name: 'group',
  stack_deployment_run_id: 'sdr-1',
  stack_deployment_step_id: 'sds-1',
  stack_diagnostic_id: 'std-1',
  stack_state_id: 'sts-1',
  stack_approval_id: 'sa-1',
  deployment_name: 'production',
  path: 'a.txt',
  branch: 'main',
};

const slotOf = (service: SlottedRequest['service'], path: string, parameter: string, before: string): string => {
  const behind = before.split('/').findLast((part) => /^[a-z]/.test(part) && !part.includes('{'))!;
  if (parameter === 'id' || parameter === 'name') return `${parameter} of ${behind === 'workflows' ? 'workflow' : behind}`;
  if (parameter === 'var_id' && path.startsWith('/workspaces')) return 'var_id of workspaces';
  if (parameter === 'workspace_id' && path.startsWith('/no-code')) return 'workspace_id of no-code-modules';
  const versions: { readonly [parameter: string]: string } = { job_id: 'job-id', run_id: 'pipeline-id' };
  if (service === 'ci' && versions[parameter] !== undefined) return versions[parameter];
  const shared = ['project_id', 'organization', 'project', 'namespace', 'provider', 'context'];
  return service === 'ci' && shared.includes(parameter) ? `ci ${parameter}` : parameter;
};

const slotPath = (service: SlottedRequest['service'], path: string): string =>
  path
    .replace('{project-slug}', 'gh/{organization}/{project}')
    .replace('{org-slug}', 'gh/{organization}')
    .replace('{org-slug-or-id}', 'gh%2F{organization}')
    .replaceAll(/\{([^}]+)\}/g, (_, parameter: string, at: number, whole: string) => {
      const slot = slotOf(service, path, parameter, whole.slice(0, at));
      return words[slot] ?? `<${slot}>`;
    });

const markReferences = (service: SlottedRequest['service'], body: unknown): string =>
  JSON.stringify(body).replaceAll(/<([a-z_ -]+)>/g, (all, name: string) => {
    const slot = referenceSlots[service === 'ci' ? `ci ${name}` : name];
    if (slot !== undefined) return `<${slot}>`;
    // What proves something names nothing; the rest are slots already.
    return name === 'continue' ? 'wrong' : all;
  });

const slotRequest = (
  service: SlottedRequest['service'],
  { endpoint, atRoot, anonymous }: Route,
  method: string,
  body: unknown,
): SlottedRequest => {
  const path = endpoint.split(' ')[1]!;
  const query = method === 'GET' ? queries[path] : undefined;
  const line = `${method} ${atRoot ? '/' : ''}${slotPath(service, path)}${query === undefined ? '' : `?${query}`}`;
  const text = body === undefined ? undefined : markReferences(service, body);
  const slots = [...new Set([...`${line}${text ?? ''}`.matchAll(/<([a-zA-Z_ -]+)>/g)].map(([, slot]) => slot!))];
  return { service, row: `${method} ${path}`, line, body: text, slots, anonymous: anonymous === true };
};

const listRequests = (
  service: SlottedRequest['service'],
  routes: readonly Route[],
  bodies: { readonly [row: string]: unknown },
): readonly SlottedRequest[] =>
  routes.flatMap((route) => {
    const [methods, path] = route.endpoint.split(' ') as [string, string];
    return methods.split('|').flatMap((method) => {
      const row = `${method} ${path}`;
      return [bodies[row], ...(referencingBodies[row] ?? [])].map((body) => slotRequest(service, route, method, body));
    });
  });

/** A request of every route of both services, and one more for each further reference that its body can have. */
export const slottedRequests: readonly SlottedRequest[] = [
  ...listRequests('workspaces', workspaceRoutes, workspaceBodies),
  ...listRequests('ci', ciRoutes, ciBodies),
];

/** The request with these values in its slots. */
export const fillSlots = (
  { line, body }: SlottedRequest,
  values: SlotValues,
): { readonly line: string; readonly body: string | undefined } => {
  const fill = (text: string, write: (value: string) => string): string =>
    text.replaceAll(/<([a-zA-Z_ -]+)>/g, (_, slot: string) => write(values[slot] ?? ''));
  return { line: fill(line, encodeURIComponent), body: body === undefined ? undefined : fill(body, (value) => value) };
};
