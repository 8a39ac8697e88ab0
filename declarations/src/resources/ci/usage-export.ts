import {
  computed,
  listOf,
  optional,
  renamed,
  renamedAttributes,
  required,
  resource,
  setOf,
  string,
  time,
  uuid,
} from '../../declare/index.ts';
import { atMostDaysApart } from './constraints.ts';

export const ciUsageExport = resource('ci_usage_export', {
  service: 'ci',
  doc: 'An export of what an organization used, in gzipped CSV.',
  type: 'usage-export-job',
  imports: ['{organization_id}/{id}'],
  notListed: 'The service has no list of exports.',
  upgrades: [renamedAttributes],
  endpoints: {
    create: 'POST /organizations/{organization_id}/usage_export_job',
    read: 'GET /organizations/{organization_id}/usage_export_job/{id}',
  },
  attributes: {
    id: computed(uuid, 'The ID of the export.', { at: 'usage_export_job_id' }),
    organization_id: required(uuid, 'The organization, by its ID.', { pathParameter: true }),
    start: required(time, 'Where it begins: at most a year ago.', { immutable: true }),
    end: required(time, 'Where it ends: at most 31 days later.', { immutable: true }),
    shared_organization_ids: optional(setOf(uuid), 'Organizations that share its plan and are exported as well.', {
      immutable: true,
      unanswered: true,
      at: 'shared_org_ids',
      renamedFrom: renamed('shared_org_ids'),
    }),
    state: computed(string, '`created`, `processing`, `completed` or `failed`.'),
    download_urls: computed(listOf(string), 'Where its parts are, for about 36 hours; null until it is completed.', { sensitive: true }),
    error_reason: computed(string, 'Why it failed.', { optionalInResponse: true }),
  },
  constraints: [atMostDaysApart('start', 'end', 31)],
  keptOnDestroy: 'The service keeps the export until it expires.',
  notes: [
    'An export that expired is made again by the next apply, if its time still allows: ' +
      'take it away from the configuration when it was read.',
    'The service does not return `shared_organization_ids`: after an import the configured value is recorded without a request.',
  ],
});
