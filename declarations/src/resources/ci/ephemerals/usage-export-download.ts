import { computed, ephemeral, intBetween, listOf, mapOf, optional, renamed, required, string, uuid } from '../../../declare/index.ts';

const megabyte = 1024 * 1024;

export const ciUsageExportDownload = ephemeral('ci_usage_export_download', {
  service: 'ci',
  doc: 'The files of a usage export, downloaded and unpacked for one run of the engine: in no plan and no state.',
  requests: ['GET /organizations/{organization_id}/usage_export_job/{id}'],
  attributes: {
    organization_id: required(uuid, 'The organization, by its ID.'),
    id: required(uuid, 'The export, by its ID.'),
    timeout: optional(intBetween(0, 7200), 'Seconds to wait until the export is completed; 0 looks once.', { default: 600 }),
    max_bytes: optional(intBetween(1, 64 * megabyte), 'Bytes that its files may have together when they are unpacked; more is an error.', {
      default: 16 * megabyte,
      renamedFrom: renamed('largest_bytes'),
    }),
    download_urls: computed(listOf(string), 'Where its files are; empty where nothing ran.', { sensitive: true }),
    csv: computed(string, 'All files as one text of comma-separated values, with one header; empty where nothing ran.'),
    rows: computed(listOf(mapOf(string)), 'One map for each row, by column name.'),
  },
  notes: [
    'The engine opens it again in each plan and apply. In a plan it is opened only when the ID is ' +
      'known: it waits for an export that the same run creates.',
    'Values of it go where ephemeral values may go: write-only attributes, provider blocks, other ' +
      'ephemeral blocks, and locals and outputs that are ephemeral themselves.',
  ],
});
