import { requireRight } from '../roles/require-right.ts';
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
  schema: { type: 'string', format: 'date-time' },
};
const uuidListMember = {
  description: `a list of at most ${exportLimits.shared} UUIDs`,
  accepts: (value: unknown) =>
    Array.isArray(value) && value.length <= exportLimits.shared && value.every((one) => typeof one === 'string' && isUuid(one)),
  schema: { type: 'array', maxItems: exportLimits.shared, items: { type: 'string', format: 'uuid' } },
};

export const newUsageExportMembers = {
  start: requiredMember(timestampMember),
  end: requiredMember(timestampMember),
  shared_org_ids: optionalMember(uuidListMember),
};

const parseExportWindow = (
  ctx: RequestContext,
  body: { readonly [name: string]: unknown },
): { readonly start: Date; readonly end: Date } => {
  const [start, end] = [new Date(body['start'] as string), new Date(body['end'] as string)];
  if (start.getTime() < ctx.clock.now().getTime() - exportLimits.back)
    throw invalidRequest({ detail: 'is more than a year ago: usage data is available for the last 366 days', pointer: '/start' });
  if (end <= start) throw invalidRequest({ detail: 'expected a time after start', pointer: '/end' });
  if (end.getTime() - start.getTime() > exportLimits.window)
    throw invalidRequest({ detail: 'is more than 31 days after start', pointer: '/end' });
  return { start, end };
};

/** The ids of all organizations of the export, the own one first; the caller must belong to each. */
const parseOrganizations = async (ctx: RequestContext, ownId: string, shared: readonly string[]): Promise<readonly string[]> => {
  const ids = [...new Set([ownId, ...shared.map((id) => id.toLowerCase())])];
  for (const id of ids) {
    const organization = await ctx.tx.get<CiOrganization>('ci-organizations', id);
    if (!organization || !isOrganizationMember(ctx, organization))
      throw invalidRequest({ detail: `expected ids of your organizations; "${id}" is none`, pointer: '/shared_org_ids' });
    if (id !== ownId) await requireRight(ctx, 'export-usage', { organization });
  }
  return ids;
};

/** 429 for too many exports in an hour. Write transactions are serial, so the count is exact. */
const checkExportRate = async ({ tx, clock }: RequestContext<Transaction>, organization: string): Promise<void> => {
  const { records } = await tx.list<UsageExport>(
    { kind: 'ci-usage-exports', scope: organization },
    { offset: 0, limit: exportLimits.creates, uncounted: true, order: { by: 'seq', descending: true } },
  );
  const oldest = records[exportLimits.creates - 1];
  const waitMilliseconds = oldest === undefined ? 0 : Date.parse(oldest.body.createdAt) + exportLimits.each - clock.now().getTime();
  if (waitMilliseconds > 0)
    throw new Problem(429, [{ detail: `an organization may create at most ${exportLimits.creates} exports per hour; try again later` }], {
      'retry-after': String(Math.ceil(waitMilliseconds / 1000)),
    });
};

const renderUsageExport = async (ctx: RequestContext, { id, body }: StoredRecord<UsageExport>) => ({
  usage_export_job_id: id,
  state: body.state,
  start: body.start,
  end: body.end,
  download_urls:
    body.parts.length === 0
      ? null
      : await Promise.all(body.parts.map((_, index) => createDownloadUrl(ctx, id, exportFileName(index), body.movesAt))),
  ...(body.errorReason === null ? {} : { error_reason: body.errorReason }),
});

export const routes = [
  route('POST /organizations/{org_id}/usage_export_job', async (ctx) => {
    const { tx, clock, settings, newId } = ctx;
    const organization = await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'), 'export-usage');
    const body = parseCiBody(ctx, newUsageExportMembers);
    const { start, end } = parseExportWindow(ctx, body);
    const organizations = await parseOrganizations(ctx, organization.id, (body['shared_org_ids'] ?? []) as readonly string[]);
    await checkExportRate(ctx, organization.id);
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
    return ciCreated(await renderUsageExport(ctx, record));
  }),
  route('GET /organizations/{org_id}/usage_export_job/{usage_export_job_id}', async (ctx) => {
    const organization = await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'), 'export-usage');
    const id = uuidPathParameter(ctx, 'usage_export_job_id');
    const usageExport = await ctx.tx.get<UsageExport>('ci-usage-exports', id);
    if (usageExport?.scope !== organization.id) throw notFound(`the usage export ${id}`);
    return ciOk(await renderUsageExport(ctx, usageExport));
  }),
  /** Downloads a file; the signed URL replaces a token. */
  route(
    'GET /usage-export/{usage_export_job_id}/{file}',
    async (ctx) => {
      if (!(await isSignedDownload(ctx)))
        throw forbidden('this URL has no valid signature; read the usage export again for its download URLs');
      if (isExpiredDownload(ctx)) throw forbidden('this download URL has expired; create another export');
      const { usage_export_job_id: id, file } = ctx.params;
      const usageExport = await ctx.tx.get<UsageExport>('ci-usage-exports', id!);
      const part = await ctx.tx.get<UsagePart>(
        'ci-usage-parts',
        usageExport?.body.parts.find((_, index) => exportFileName(index) === file) ?? '',
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
