import { notFound } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec } from '../../store/store.ts';
import { packageAddress } from './module-versions.ts';
import type { ModuleVariable, ModuleVersion, RegistryModule } from './stored.ts';

/** A private module's namespace is its organization; a public one is any that an organization of the caller's has. */
const moduleNamed = async (asking: Asking, registry: RegistryModule['registryName']): Promise<Rec<RegistryModule>> => {
  const { namespace, name, provider } = asking.params;
  const mine = asking.caller.memberships.map(({ organization }) => organization);
  for (const organization of registry === 'private' ? mine.filter((one) => one === namespace) : mine) {
    const found = await asking.tx.byKey<RegistryModule>('registry-modules', organization, `${registry}/${namespace}/${name}/${provider}`);
    if (found) return found;
  }
  throw notFound(`the module ${namespace}/${name}/${provider}`);
};

const ready = ({ body }: Rec<RegistryModule>, wanted?: string): readonly ModuleVersion[] => {
  const found = body.versions.filter(({ status, version }) => status === 'ok' && (wanted === undefined || version === wanted));
  if (wanted !== undefined && found.length === 0) throw notFound(`the version ${wanted}`);
  return found;
};

const json = (body: unknown): Reply => ({ status: 200, headers: { 'content-type': 'application/json' }, body });

const input = ({ name, type, required, default: otherwise, description }: ModuleVariable) =>
  ({ name, type, description: description ?? '', default: required ? '' : JSON.stringify(otherwise ?? null), required });

const nothing = { outputs: [], dependencies: [], provider_dependencies: [], resources: [] } as const;

/** What there is to know of one version; only its inputs were told. */
const details = ({ id, body }: Rec<RegistryModule>, { version, variables, createdAt }: ModuleVersion) => ({
  id: `${body.namespace}/${body.name}/${body.provider}/${version}`, owner: '', namespace: body.namespace, name: body.name, version, provider: body.provider,
  description: '', source: body.source?.identifier ?? '', tag: '', published_at: createdAt, downloads: 0, verified: false, module_id: id,
  root: { path: '', name: body.name, readme: '', empty: false, inputs: variables.map(input), ...nothing }, submodules: [], examples: [],
  providers: [body.provider], versions: body.versions.filter(({ status }) => status === 'ok').map((one) => one.version),
});

const detailsOf = (registry: RegistryModule['registryName']) => async (asking: Asking): Promise<Reply> => {
  const module = await moduleNamed(asking, registry);
  return json(details(module, ready(module, asking.params['version'])[0]!));
};

const download = async (asking: Asking): Promise<Reply> => {
  const module = await moduleNamed(asking, 'private');
  const version = ready(module, asking.params['version'])[0]!;
  if (version.secret === undefined) throw notFound(`files of the version ${version.version}: its variables were said instead`);
  return { status: 204, headers: { 'x-terraform-get': `${packageAddress(asking, module.id, version)}?archive=tar.gz` } };
};

const [own, open] = ['/api/registry/v1/modules/{namespace}/{name}/{provider}', '/api/registry/public/v1/modules/{namespace}/{name}/{provider}'];

/** The engine's module registry protocol, and what clients of the hosted service read of a version. */
export const routes = [
  route(`GET ${own}/versions`, async (asking) => {
    const module = await moduleNamed(asking, 'private');
    return json({ modules: [{ source: `${module.body.namespace}/${module.body.name}/${module.body.provider}`, versions: ready(module).map(({ version }) => ({ version })) }] });
  }, { root: true }),
  route(`GET ${own}/{version}`, detailsOf('private'), { root: true }),
  route(`GET ${own}/{version}/download`, download, { root: true }),
  route(`GET ${open}/{version}`, detailsOf('public'), { root: true }),
];
