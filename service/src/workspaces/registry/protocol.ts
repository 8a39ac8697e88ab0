import {
  arrayValue,
  booleanValue,
  freeObject,
  integerValue,
  objectValue,
  stringArray,
  stringValue,
  jsonContent,
} from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { buildPackageAddress } from './package-addresses.ts';
import type { ModuleVariable, ModuleVersion, StoredRegistryModule } from './stored.ts';

/** A private module's namespace is its organization; a public one is any that an organization of the caller's has. Throws 404. */
export const requireModuleByName = async (
  ctx: RequestContext,
  registry: StoredRegistryModule['registryName'],
): Promise<StoredRecord<StoredRegistryModule>> => {
  const { namespace, name, provider } = ctx.params;
  const ownOrganizations = ctx.caller.memberships.map(({ organization }) => organization);
  for (const organization of registry === 'private' ? ownOrganizations.filter((one) => one === namespace) : ownOrganizations) {
    const found = await ctx.tx.getByKey<StoredRegistryModule>(
      'registry-modules',
      organization,
      `${registry}/${namespace}/${name}/${provider}`,
    );
    if (found) return found;
  }
  throw notFound(`the module ${namespace}/${name}/${provider}`);
};

/** The versions that can be installed, or the one that is asked for. Throws 404. */
export const listReadyVersions = ({ body }: StoredRecord<StoredRegistryModule>, requestedVersion?: string): readonly ModuleVersion[] => {
  const found = body.versions.filter(
    ({ status, version }) => status === 'ok' && (requestedVersion === undefined || version === requestedVersion),
  );
  if (requestedVersion !== undefined && found.length === 0) throw notFound(`the version ${requestedVersion}`);
  return found;
};

const jsonResponse = (body: unknown): RouteResponse => ({ status: 200, headers: { 'content-type': 'application/json' }, body });

const renderInput = ({ name, type, required, default: otherwise, description }: ModuleVariable) => ({
  name,
  type,
  description: description ?? '',
  default: required ? '' : JSON.stringify(otherwise ?? null),
  required,
});

const emptyParts = { outputs: [], dependencies: [], provider_dependencies: [], resources: [] } as const;

/** The document of one version; of its content only the inputs are known. */
const renderDetails = ({ id, body }: StoredRecord<StoredRegistryModule>, { version, variables, createdAt }: ModuleVersion) => ({
  id: `${body.namespace}/${body.name}/${body.provider}/${version}`,
  owner: '',
  namespace: body.namespace,
  name: body.name,
  version,
  provider: body.provider,
  description: '',
  source: body.source?.identifier ?? '',
  tag: '',
  published_at: createdAt,
  downloads: 0,
  verified: false,
  module_id: id,
  root: { path: '', name: body.name, readme: '', empty: false, inputs: variables.map(renderInput), ...emptyParts },
  submodules: [],
  examples: [],
  providers: [body.provider],
  versions: body.versions.filter(({ status }) => status === 'ok').map((one) => one.version),
});

const showDetails =
  (registry: StoredRegistryModule['registryName']) =>
  async (ctx: RequestContext): Promise<RouteResponse> => {
    const module = await requireModuleByName(ctx, registry);
    return jsonResponse(renderDetails(module, listReadyVersions(module, ctx.params['version'])[0]!));
  };

const download = async (ctx: RequestContext): Promise<RouteResponse> => {
  const module = await requireModuleByName(ctx, 'private');
  const version = listReadyVersions(module, ctx.params['version'])[0]!;
  if (version.secret === undefined)
    throw notFound(`the package of the version ${version.version}, which was published with its variables and without files,`);
  return { status: 204, headers: { 'x-terraform-get': `${buildPackageAddress(ctx, module.id, version, 'download')}?archive=tar.gz` } };
};

const [privatePath, publicPath] = [
  '/api/registry/v1/modules/{namespace}/{name}/{provider}',
  '/api/registry/public/v1/modules/{namespace}/{name}/{provider}',
];

const versionsDescription: OperationDescription = {
  summary: 'Lists the versions of a module, for the engine.',
  responses: {
    200: jsonContent(
      objectValue({
        modules: arrayValue(objectValue({ source: stringValue, versions: arrayValue(objectValue({ version: stringValue })) })),
      }),
    ),
  },
};
const detailsDescription: OperationDescription = {
  summary: 'Shows a version of a module with its inputs.',
  responses: {
    200: jsonContent(
      objectValue({
        id: stringValue,
        owner: stringValue,
        namespace: stringValue,
        name: stringValue,
        version: stringValue,
        provider: stringValue,
        description: stringValue,
        source: stringValue,
        tag: stringValue,
        published_at: stringValue,
        downloads: integerValue,
        verified: booleanValue,
        module_id: stringValue,
        root: freeObject,
        submodules: arrayValue(freeObject),
        examples: arrayValue(freeObject),
        providers: stringArray,
        versions: stringArray,
      }),
    ),
  },
};
const downloadDescription: OperationDescription = {
  summary: 'Tells the engine, in the header X-Terraform-Get, where the files of a module version are.',
  responses: { 204: null },
};

/** The engine's module registry protocol, and what clients of the hosted service read of a version. */
export const routes = [
  route(
    `GET ${privatePath}/versions`,
    async (ctx) => {
      const module = await requireModuleByName(ctx, 'private');
      return jsonResponse({
        modules: [
          {
            source: `${module.body.namespace}/${module.body.name}/${module.body.provider}`,
            versions: listReadyVersions(module).map(({ version }) => ({ version })),
          },
        ],
      });
    },
    { atRoot: true, purposes: ['run'], description: versionsDescription },
  ),
  route(`GET ${privatePath}/{version}`, showDetails('private'), { atRoot: true, purposes: ['run'], description: detailsDescription }),
  route(`GET ${privatePath}/{version}/download`, download, { atRoot: true, purposes: ['run'], description: downloadDescription }),
  route(`GET ${publicPath}/{version}`, showDetails('public'), { atRoot: true, purposes: ['run'], description: detailsDescription }),
];
