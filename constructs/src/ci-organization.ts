import type * as cdktf from 'cdktf';
import { Construct } from 'constructs';
import { CiUsageExport } from './generated/ci-usage-export.ts';
import { CiContext, type CiContextConfig } from './ci-context.ts';
import { lookUpOrganizationId } from './ci-organization-lookup.ts';
import { CiPolicyBundle } from './ci-policy-bundle.ts';
import { CiProject, type CiProjectConfig } from './ci-project.ts';
import { addValidation, childName } from './literal.ts';

/** Either its ID or its slug, as in `gh/acme`. */
export type CiOrganizationConfig = { readonly provider?: cdktf.TerraformProvider } & (
  | { readonly id: string; readonly slug?: never }
  | { readonly slug: string; readonly id?: never }
);

type InheritedMembers = 'name' | 'organization';

/** An existing organization of the CI service, in which other constructs create objects. */
export class CiOrganization extends Construct {
  readonly #named: CiOrganizationConfig;
  #id: string | undefined;

  public constructor(scope: Construct, id: string, config: CiOrganizationConfig) {
    super(scope, id);
    this.#named = config;
    addValidation(this, () => [
      (config.id === undefined) === (config.slug === undefined) && 'Give the `id` of the organization or its `slug`: one of them.',
    ]);
  }

  /** Its ID. If its slug was given, the engine looks it up among the organizations of the token's user. */
  public get id(): string {
    return (this.#id ??= this.#named.id ?? lookUpOrganizationId(this, this.#named.slug as string, this.#named.provider));
  }

  /** A context of this organization. */
  public context(name: string, config: Omit<CiContextConfig, InheritedMembers> = {}): CiContext {
    return new CiContext(this, `context-${childName(this, 'name of the context', name)}`, {
      ...this.#inherited(),
      ...config,
      name,
      organization: this.#organization(),
    });
  }

  /** A project of this organization: of the code host that its slug names, else of the service's own kind. */
  public project(name: string, config: Omit<CiProjectConfig, InheritedMembers> = {}): CiProject {
    return new CiProject(this, `project-${childName(this, 'name of the project', name)}`, {
      ...this.#inherited(),
      ...config,
      name,
      organization: this.#organization(),
    });
  }

  /**
   * Its policies: every `*.rego` file of a folder but tests (`*_test.rego`), read at synthesis. They replace those it has.
   * `policies('./policies').enforce()` lets them decide.
   */
  public policies(folder: string, { context }: { readonly context?: string } = {}): CiPolicyBundle {
    const id = context === undefined ? 'policies' : `policies-${childName(this, 'name of the set of policies', context)}`;
    if (this.node.tryFindChild(id))
      throw new Error(`[${this.node.path}] has policies already. They are replaced whole: put all of them in one folder.`);
    return new CiPolicyBundle(this, id, {
      ...this.#inherited(),
      organizationId: this.id,
      ...(context === undefined ? {} : { context }),
      folder,
    });
  }

  /** What was used from `start` to `end`, at most 31 days later, as gzipped CSV: its `downloadUrls`. */
  public usage({
    start,
    end,
    sharedWith,
  }: {
    readonly start: string;
    readonly end: string;
    readonly sharedWith?: readonly string[];
  }): CiUsageExport {
    const id = `usage-${childName(this, 'start of the export', start)}-${childName(this, 'end of the export', end)}`;
    return new CiUsageExport(this, id, {
      ...this.#inherited(),
      organizationId: this.id,
      start,
      end,
      ...(sharedWith ? { sharedOrgIds: [...sharedWith] } : {}),
    });
  }

  #organization(): string {
    return (this.#named.slug ?? this.#named.id) as string;
  }
  #inherited() {
    return this.#named.provider ? { provider: this.#named.provider } : {};
  }
}
