import type { Route } from '../../http/route.ts';
import { routes as deployments } from './deployments.ts';
import { routes as jobOutput } from './job-output.ts';
import { routes as jobs } from './jobs.ts';
import { routes as namespaces } from './namespaces.ts';
import { routes as orbChanges } from './orb-changes.ts';
import { routes as orbValidation } from './orb-validation.ts';
import { routes as orbVersions } from './orb-versions.ts';
import { routes as orbs } from './orbs.ts';
import { routes as organizationSettings } from './organization-settings.ts';
import { routes as organizations } from './organizations.ts';
import { routes as pipelines } from './pipelines.ts';
import { routes as projects } from './projects.ts';
import { routes as resourceClasses } from './resource-classes.ts';
import { routes as runs } from './runs.ts';
import { routes as triggers } from './triggers.ts';
import { routes as users } from './users.ts';
import { routes as workflows } from './workflows.ts';

/** The endpoints of API v3. */
export const routes: readonly Route[] = [
  organizations,
  organizationSettings,
  deployments,
  resourceClasses,
  orbs,
  orbVersions,
  orbValidation,
  orbChanges,
  projects,
  users,
  runs,
  workflows,
  jobs,
  jobOutput,
  pipelines,
  triggers,
  namespaces,
].flat();
