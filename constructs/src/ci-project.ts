import type { Construct } from 'constructs';
import { CiProject as Generated, type CiProjectConfig } from './generated/ci-project.ts';
import { DataSlipwayCiProject } from './generated/data-slipway-ci-project.ts';
import { withCiProjectMethods } from './ci-project-methods.ts';
import type { LookUpOptions } from './existing.ts';

export type { CiSettings } from './ci-project-methods.ts';
export type { CiProjectConfig };

/** A project of the CI service that exists already: nothing of it is managed but what is declared here. */
export class ExistingCiProject extends withCiProjectMethods(DataSlipwayCiProject) {}

/** A project of the CI service, and what is built in it. */
export class CiProject extends withCiProjectMethods(Generated) {
  /** One that exists, looked up at plan by its slug, as `gh/acme/web`. */
  public static fromSlug(scope: Construct, id: string, slug: string, options: Pick<LookUpOptions, 'provider'> = {}): ExistingCiProject {
    return new ExistingCiProject(scope, id, { ...options, slug });
  }
}
