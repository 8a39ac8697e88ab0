import type { ResourceCounts } from '../stored-parts.ts';
import type { StoredRun } from '../stored.ts';

type JsonObject = { readonly [name: string]: unknown };
export type ResourceAction = 'create' | 'update' | 'delete' | 'replace';
export interface PlannedResource {
  readonly address: string;
  readonly action: ResourceAction;
}

/** Maximum number of resources in a plan's documents; the counts have the actual number. */
const maxListed = 100;
const provider = 'terraform.io/builtin/terraform';

/** The changes of a run without a script, whose workspace manages so many resources. */
export const countDefaultChanges = ({ aim, isDestroy, options = {} }: StoredRun, managed: number): ResourceCounts => {
  const counts = { additions: 0, changes: 0, destructions: 0, imports: 0 };
  if (options.refreshOnly) return counts;
  if (isDestroy) return { ...counts, destructions: managed };
  if (options.replacements) return { ...counts, additions: options.replacements.length, destructions: options.replacements.length };
  if (options.targets) return { ...counts, additions: options.targets.length };
  const wanted = aim.resources ?? managed;
  if (wanted !== managed) return { ...counts, additions: Math.max(0, wanted - managed), destructions: Math.max(0, managed - wanted) };
  return managed === 0 ? { ...counts, additions: 1 } : { ...counts, changes: 1 };
};

/** The resources of a plan: those that the run names, else made-up ones. */
export const listPlannedResources = ({ options = {} }: StoredRun, counts: ResourceCounts): readonly PlannedResource[] => {
  const named = options.replacements ?? options.targets ?? [];
  const replaced = options.replacements ? Math.min(counts.additions, counts.destructions) : 0;
  const actions: readonly (readonly [ResourceAction, number])[] = [
    ['replace', replaced],
    ['create', counts.additions - replaced],
    ['update', counts.changes],
    ['delete', counts.destructions - replaced],
  ];
  const all = actions.flatMap(([action, count]) => Array.from({ length: Math.min(count, maxListed) }, () => action)).slice(0, maxListed);
  return all.map((action, index) => ({ action, address: named[index] ?? `terraform_data.example[${index}]` }));
};

/** `module.a.terraform_data.web["x"]`: module, type, name and key. */
export const parseAddress = (
  address: string,
): { readonly module: string; readonly type: string; readonly name: string; readonly key: string | number | null } => {
  const [, module = '', type = 'terraform_data', name = address, key] =
    /^(?:(module\..+)\.)?([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)(?:\[(.+)\])?$/.exec(address) ?? [];
  const isNumber = key !== undefined && /^\d{1,9}$/.test(key);
  return { module, type, name, key: key === undefined ? null : isNumber ? Number(key) : key.replace(/^"|"$/g, '') };
};

const actionWords: { readonly [action in ResourceAction]: readonly string[] } = {
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  replace: ['delete', 'create'],
};

const renderChange = ({ address, action }: PlannedResource): JsonObject => {
  const { module, type, name, key } = parseAddress(address);
  const [before, after] = [action !== 'create', action !== 'delete'];
  const value = (input: string) => ({ input, triggers_replace: null });
  return {
    address,
    ...(module === '' ? {} : { module_address: module }),
    mode: 'managed',
    type,
    name,
    ...(key === null ? {} : { index: key }),
    provider_name: provider,
    change: {
      actions: actionWords[action],
      before: before ? { ...value('before'), id: `id-of-${address}`, output: 'before' } : null,
      after: after ? { ...value('after'), ...(action === 'update' ? { id: `id-of-${address}` } : {}) } : null,
      after_unknown: after ? { ...(action === 'update' ? {} : { id: true }), output: true } : {},
      before_sensitive: before ? {} : false,
      after_sensitive: after ? {} : false,
    },
  };
};

/** The plan as the engine's `show -json` writes it. */
export const createPlanJson = (
  { engineVersion, options, createdAt, plan }: StoredRun,
  resources: readonly PlannedResource[],
  isErrored: boolean,
): JsonObject => ({
  format_version: '1.2',
  terraform_version: engineVersion ?? '1.11.4',
  ...(options?.variables ? { variables: Object.fromEntries(options.variables.map(({ key, value }) => [key, { value }])) } : {}),
  planned_values: { root_module: {} },
  resource_changes: resources.map(renderChange),
  output_changes: {},
  prior_state: { format_version: '1.0', terraform_version: engineVersion ?? '1.11.4', values: { root_module: {} } },
  configuration: { root_module: {} },
  relevant_attributes: [],
  timestamp: createdAt,
  applyable: resources.length > 0 || plan?.hasChanges === true,
  complete: true,
  errored: isErrored,
});

const attribute = (type: unknown, how: object): JsonObject => ({ type, description_kind: 'plain', ...how });
const resourceSchema: JsonObject = {
  version: 0,
  block: {
    attributes: {
      id: attribute('string', { computed: true }),
      input: attribute('dynamic', { optional: true }),
      output: attribute('dynamic', { computed: true }),
      triggers_replace: attribute('dynamic', { optional: true }),
    },
    description_kind: 'plain',
  },
};

/** The schemas of the resources of such a plan, as `providers schema -json` writes them. */
export const createProviderSchemas = (resources: readonly PlannedResource[]): JsonObject => ({
  format_version: '1.0',
  provider_schemas: {
    [provider]: {
      provider: { version: 0, block: { description_kind: 'plain' } },
      resource_schemas: Object.fromEntries(
        ['terraform_data', ...resources.map(({ address }) => parseAddress(address).type)].map((type) => [type, resourceSchema]),
      ),
    },
  },
});
