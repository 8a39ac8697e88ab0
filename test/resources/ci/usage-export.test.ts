import { ciUsageExport } from '../../../declarations/src/resources/ci/usage-export.ts';
import { testResource } from '../support/resource-case.ts';

const acme = '00000000-0000-4000-8000-0000000000ac',
  id = '66666666-6666-4666-8666-666666666666',
  other = '77777777-7777-4777-8777-777777777777';
const config = { organization_id: acme, start: '2026-01-01T00:00:00Z', end: '2026-01-31T00:00:00Z', shared_organization_ids: [other] };
const state = { ...config, id, state: 'created', download_urls: null, error_reason: null };
const path = `/organizations/${acme}/usage_export_job`;

testResource(
  ciUsageExport,
  {
    create: {
      create: config,
      state,
      exchanges: [
        {
          request: `POST ${path}`,
          body: { start: '2026-01-01T00:00:00Z', end: '2026-01-31T00:00:00Z', shared_org_ids: [other] },
          status: 201,
          answer: {
            usage_export_job_id: id,
            state: 'created',
            start: '2026-01-01T00:00:00.000Z',
            end: '2026-01-31T00:00:00.000Z',
            download_urls: null,
          },
        },
      ],
    },
    read: {
      read: state,
      exchanges: [
        {
          request: `GET ${path}/${id}`,
          status: 200,
          answer: { usage_export_job_id: id, state: 'completed', download_urls: ['https://service.test/part-1'] },
        },
      ],
      state: { ...state, state: 'completed', download_urls: ['https://service.test/part-1'] },
    },
  },
  {
    'one that failed says why': {
      read: state,
      exchanges: [
        {
          request: `GET ${path}/${id}`,
          status: 200,
          answer: { usage_export_job_id: id, state: 'failed', download_urls: null, error_reason: 'too much data' },
        },
      ],
      state: { state: 'failed', download_urls: null, error_reason: 'too much data' },
    },
    'destroying it asks nothing of the service': { delete: state, exchanges: [] },
    'it is found by organization and ID': {
      find: `${acme}/${id}`,
      exchanges: [],
      state: { organization_id: acme, id },
    },
  },
);
