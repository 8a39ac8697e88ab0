import type * as cdktf from 'cdktf';
import type { ChildOptions } from './rename-warning.ts';
import type { CiPipelineDefinitionConfig } from './generated/ci-pipeline-definition.ts';

/** The host of a repository. Only definitions of `codehost_app` can be created; those of `codehost_dc` can be imported. */
export type CiHost = 'codehost_app' | 'codehost_dc';

export interface CiPipelineConfig extends cdktf.TerraformMetaArguments, ChildOptions {
  readonly name: string;
  readonly description?: string;
  /** The repository, by its ID at its host: it holds the configuration and is checked out, unless `config` or `checkout` name another. */
  readonly repository: string;
  /** The host of the repository. Default: `codehost_app`. */
  readonly host?: CiHost;
  /** The location of the configuration: a file of `repository`, or of another repository. */
  readonly config: string | { readonly file: string; readonly repository?: string; readonly host?: CiHost };
  /** Another repository to check out. */
  readonly checkout?: string | { readonly repository: string; readonly host?: CiHost };
}

/** A definition in the form of the generated class. */
export const definitionConfig = ({
  repository,
  host = 'codehost_app',
  config,
  checkout = repository,
  id: _id,
  ...rest
}: CiPipelineConfig): Omit<CiPipelineDefinitionConfig, 'projectId'> => {
  const file = typeof config === 'string' ? { file: config } : config;
  const code = typeof checkout === 'string' ? { repository: checkout } : checkout;
  return {
    ...rest,
    configSourceProvider: file.host ?? host,
    configSourceRepoExternalId: file.repository ?? repository,
    configSourceFilePath: file.file,
    checkoutSourceProvider: code.host ?? host,
    checkoutSourceRepoExternalId: code.repository,
  };
};
