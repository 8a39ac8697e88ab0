import {
  bool,
  computed,
  int,
  listDataSource,
  lookupDataSource,
  optional,
  query,
  required,
  string,
  time,
  uuid,
} from '../../../declare/index.ts';
import { labels } from '../kinds.ts';
import { byOrganizationId } from './filters.ts';

const dates = { labels, created_at: computed(time, 'When it was made.'), updated_at: computed(time, 'When it last changed.') };
const named = { name: computed(string, 'Its name.') };
const environment = { ...named, description: computed(string, 'What it is for.'), ...dates };
const component = {
  ...named,
  project_id: computed(uuid, 'Its project.'),
  release_count: computed(int, 'How many releases it has.'),
  ...dates,
};
const withId = { id: computed(uuid, 'The ID.') };
const byId = { id: required(uuid, 'The ID.') };

export const ciEnvironments = listDataSource('ci_environments', {
  service: 'ci',
  doc: 'The environments of an organization that is deployed to.',
  requests: ['GET /deploy/environments?page-size=50'],
  items: 'environments',
  of: { ...withId, ...environment },
  filters: byOrganizationId,
});
export const ciEnvironment = lookupDataSource('ci_environment', {
  service: 'ci',
  doc: 'One environment.',
  requests: ['GET /deploy/environments/{id}'],
  by: byId,
  of: environment,
});
export const ciComponents = listDataSource('ci_components', {
  service: 'ci',
  doc: 'The components of an organization that are deployed.',
  requests: ['GET /deploy/components?page-size=50'],
  items: 'components',
  of: { ...withId, ...component },
  filters: { ...byOrganizationId, project_id: optional(uuid, 'Only those of this project.', { at: query('project-id') }) },
});
export const ciComponent = lookupDataSource('ci_component', {
  service: 'ci',
  doc: 'One component.',
  requests: ['GET /deploy/components/{id}'],
  by: byId,
  of: component,
});
export const ciComponentVersions = listDataSource('ci_component_versions', {
  service: 'ci',
  doc: 'The versions of a component.',
  requests: ['GET /deploy/components/{component_id}/versions'],
  items: 'versions',
  of: {
    ...named,
    environment_id: computed(uuid, 'Where it is.'),
    namespace: computed(string, 'In which namespace.'),
    is_live: computed(bool, 'Whether it is live.'),
    pipeline_id: computed(uuid, 'What deployed it.'),
    workflow_id: computed(uuid, 'Its workflow.'),
    job_id: computed(uuid, 'Its job.'),
    job_number: computed(int, 'The number of its job.'),
    last_deployed_at: computed(time, 'When it was last deployed.'),
  },
  filters: {
    component_id: required(uuid, 'The component.'),
    environment_id: optional(uuid, 'Only those of this environment.', { at: query('environment-id') }),
  },
});
