import type { LookupContext } from '../../http/route.ts';
import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import { codeHostNames } from '../slugs/code-hosts.ts';
import type { ResolvedProject } from '../projects/require-project.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { Repository } from '../organizations/organization-records.ts';
import { type GitCommit, readCommit, type CommitLookup, type GitRef } from '../../code-hosts/git.ts';
import type { PipelineStart } from './start-pipeline.ts';
import type { ConfigOrigin, StoredConfiguration } from './pipeline-records.ts';

/** The context in which origins are resolved: a transaction that can wait for git. */
export type OriginContext = Pick<LookupContext, 'tx' | 'lookUp'>;
type PipelineOrigin = Pick<PipelineStart, 'ref' | 'commit' | 'repository' | 'url' | 'defaultBranch' | 'from'>;
/** The refs of a request; undefined: the default branch of the repository. */
export interface SourceRefs {
  readonly config: GitRef | undefined;
  readonly checkout: GitRef | undefined;
}

const findSourceCommit = ({ lookUp }: OriginContext, repository: Repository | undefined, ref: GitRef): CommitLookup =>
  repository?.path
    ? readCommit(lookUp, repository.path, ref)
    : { missing: 'the service does not know where the repository is on this machine; set path in a seed file' };
const toCommit = (projects: CommitLookup): GitCommit | null => ('revision' in projects ? projects : null);

const findConfigurationText = async (view: ReadTransaction, project: string): Promise<ConfigOrigin | undefined> => {
  const text = await view.getByKey<StoredConfiguration>('ci-configurations', project, 'config');
  return text && { kind: 'text', text: text.body.text, continued: false };
};

const repositoryUrl = ({ project, organization }: ResolvedProject, fullName: string): string => {
  const { longCode: long } = codeHostNames(project.body.host === 'native' ? 'github' : project.body.host, 'neutral');
  const site = long === 'bitbucket' ? 'bitbucket.org' : 'github.com';
  return `https://${site}/${fullName || `${organization.body.hostName || organization.body.name}/${project.name}`}`;
};

/**
 * The origin of a pipeline of a definition: code from its checkout source, configuration from its config source, or from the project's
 * stored text if the source's repository is not available.
 */
export const resolveDefinitionOrigin = async (
  ctx: OriginContext,
  here: ResolvedProject,
  { body }: StoredRecord<PipelineDefinition>,
  refs: SourceRefs,
): Promise<PipelineOrigin> => {
  const repository = async (externalId: string) =>
    (await ctx.tx.getByKey<Repository>('ci-repositories', here.organization.id, externalId))?.body;
  const [config, checkout] = [await repository(body.configSource.externalId), await repository(body.checkoutSource.externalId)];
  const defaultBranch = checkout?.defaultBranch ?? here.project.body.defaultBranch;
  const ref = refs.checkout ?? { branch: defaultBranch };
  const commit = toCommit(findSourceCommit(ctx, checkout, ref));
  const projects = findSourceCommit(ctx, config, refs.config ?? { branch: config?.defaultBranch ?? here.project.body.defaultBranch });
  const from: ConfigOrigin =
    'revision' in projects
      ? { kind: 'file', repository: config!.path!, revision: projects.revision, file: body.configSource.filePath }
      : ((config?.path ? undefined : await findConfigurationText(ctx.tx, here.project.id)) ?? {
          kind: 'missing',
          message: `${body.configSource.fullName}: ${projects.missing}`,
        });
  return {
    ref,
    commit,
    repository: checkout?.path ?? undefined,
    defaultBranch,
    from,
    url: repositoryUrl(here, body.checkoutSource.fullName),
  };
};

/** Resolves the origin without a given definition: the project's first definition, or else its stored configuration. */
export const resolveProjectOrigin = async (ctx: OriginContext, here: ResolvedProject, ref: GitRef | undefined): Promise<PipelineOrigin> => {
  const { defaultBranch } = here.project.body;
  const [definition] = (
    await ctx.tx.list<PipelineDefinition>({ kind: 'ci-definitions', scope: here.project.id }, { offset: 0, limit: 1, uncounted: true })
  ).records;
  if (definition) return resolveDefinitionOrigin(ctx, here, definition, { config: ref, checkout: ref });
  return {
    ref: ref ?? { branch: defaultBranch },
    commit: null,
    defaultBranch,
    url: repositoryUrl(here, ''),
    from: (await findConfigurationText(ctx.tx, here.project.id)) ?? {
      kind: 'missing',
      message: 'the project has neither a pipeline definition nor the text of a configuration',
    },
  };
};
