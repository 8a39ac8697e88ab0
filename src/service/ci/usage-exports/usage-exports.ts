import { forbidden, notFound, Problem } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isOrganizationMember, requireOrganizationById } from '../organizations/require-organization.ts';
import { parseCiBody, uuidPathParameter, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk } from '../responses.ts';
import { isUuid } from '../slugs/short-id.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { createDownloadUrl, exportFileName, isExpiredDownload, isSignedDownload } from './download-urls.ts';
import { pendingExportLink, type UsageExport, type UsagePart } from './usage-export-records.ts';

const dayMilliseconds = 86_400_000;
const exportLimits = { back: 366 * dayMilliseconds, window: 31 * dayMilliseconds, creates: 10, each: 3_600_000, shared: 100 } as const;

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;
const timestampMember = {
  description: 'a date-time such as 2026-05-01T00:00:00Z',
  accepts: (value: unknown) => typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value)),
};
const uuidListMember = {
  description: `a list of at most ${exportLimits.shared} UUIDs`,
  accepts: (value: unknown) =>
    Array.isArray(value) && value.length <= exportLimits.shared && value.every((one) => typeof one === 'string' && isUuid(one)),
};

const parseExportWindow = (
  asking: RequestContext,
  body: { readonly [name: string]: unknown },
): { readonly start: Date; readonly end: Date } => {
  const [start, end] = [new Date(body['start'] as string), new Date(body['end'] as string)];
  if (start.getTime() < asking.clock.now().getTime() - exportLimits.back)
    throw invalidRequest({ detail: 'is more than a year ago: usage is told for the last 366 days', pointer: '/start' });
  if (end <= start) throw invalidRequest({ detail: 'expected a moment after start', pointer: '/end' });
  if (end.getTime() - start.getTime() > exportLimits.window)
    throw invalidRequest({ detail: 'is more than 31 days after start', pointer: '/end' });
  return { start, end };
};

/** The organization first; every other one must be the caller's, too. */
const parseOrganizations = async (asking: RequestContext, own: string, shared: readonly string[]): Promise<readonly string[]> => {
  const ids = [...new Set([own, ...shared.map((id) => id.toLowerCase())])];
  for (const id of ids)
    if (!isOrganizationMember(asking, await asking.tx.get<CiOrganization>('ci-organizations', id)))
      throw invalidRequest({ detail: `expected ids of organizations of yours; "${id}" is none`, pointer: '/shared_org_ids' });
  return ids;
};

/** Writers follow one another, so what is counted here is what there is. */
const checkExportRate = async ({ tx, clock }: RequestContext<Transaction>, organization: string): Promise<void> => {
  const { records } = await tx.list<UsageExport>(
    { kind: 'ci-usage-exports', scope: organization },
    { offset: 0, limit: exportLimits.creates, uncounted: true, order: { by: 'seq', descending: true } },
  );
  const oldest = records[exportLimits.creates - 1];
  const free = oldest === undefined ? 0 : Date.parse(oldest.body.createdAt) + exportLimits.each - clock.now().getTime();
  if (free > 0)
    throw new Problem(429, [{ detail: `an organization makes at most ${exportLimits.creates} exports in an hour; send it again later` }], {
      'retry-after': String(Math.ceil(free / 1000)),
    });
};

const renderUsageExport = async (asking: RequestContext, { id, body }: StoredRecord<UsageExport>) => ({
  usage_export_job_id: id,
  state: body.state,
  start: body.start,
  end: body.end,
  download_urls:
    body.parts.length === 0
      ? null
      : await Promise.all(body.parts.map((_, index) => createDownloadUrl(asking, id, exportFileName(index), body.movesAt))),
  ...(body.errorReason === null ? {} : { error_reason: body.errorReason }),
});

export const routes = [
  route('POST /organizations/{org_id}/usage_export_job', async (asking) => {
    const { tx, clock, settings, newId } = asking;
    const organization = await requireOrganizationById(asking, uuidPathParameter(asking, 'org_id'));
    const body = parseCiBody(asking, {
      start: requiredMember(timestampMember),
      end: requiredMember(timestampMember),
      shared_org_ids: optionalMember(uuidListMember),
    });
    const { start, end } = parseExportWindow(asking, body);
    const organizations = await parseOrganizations(asking, organization.id, (body['shared_org_ids'] ?? []) as readonly string[]);
    await checkExportRate(asking, organization.id);
    const [id, now] = [newId('uuid'), clock.now()];
    const record = await tx.insert<UsageExport>({
      id,
      kind: 'ci-usage-exports',
      scope: organization.id,
      key: id,
      name: '',
      body: {
        state: 'created',
        start: start.toISOString(),
        end: end.toISOString(),
        organizations,
        createdAt: now.toISOString(),
        movesAt: new Date(now.getTime() + settings.ciStatusMilliseconds).toISOString(),
        parts: [],
        errorReason: null,
      },
    });
    await tx.link(pendingExportLink, 'all', id);
    return ciCreated(await renderUsageExport(asking, record));
  }),
  route('GET /organizations/{org_id}/usage_export_job/{usage_export_job_id}', async (asking) => {
    const organization = await requireOrganizationById(asking, uuidPathParameter(asking, 'org_id'));
    const id = uuidPathParameter(asking, 'usage_export_job_id');
    const found = await asking.tx.get<UsageExport>('ci-usage-exports', id);
    if (found?.scope !== organization.id) throw notFound(`the usage export ${id}`);
    return ciOk(await renderUsageExport(asking, found));
  }),
  /** A file, for whoever has its address. */
  route(
    'GET /usage-export/{usage_export_job_id}/{file}',
    async (asking) => {
      if (!(await isSignedDownload(asking))) throw forbidden('this is no address of a usage export; read the export again for one');
      if (isExpiredDownload(asking)) throw forbidden('this address has ended; make another export');
      const { usage_export_job_id: id, file } = asking.params;
      const found = await asking.tx.get<UsageExport>('ci-usage-exports', id!);
      const part = await asking.tx.get<UsagePart>(
        'ci-usage-parts',
        found?.body.parts.find((_, index) => exportFileName(index) === file) ?? '',
      );
      if (!part) throw notFound(`the file ${file} of the usage export ${id}`);
      return {
        status: 200,
        body: Buffer.from(part.body.content, 'base64'),
        headers: {
          'content-type': 'application/gzip',
          'content-disposition': `attachment; filename="usage-${file}"`,
          'cache-control': 'private, no-store',
        },
      };
    },
    { anonymous: true },
  ),
];
