import { firstCharacters } from '../../http/characters.ts';
import { notFound } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { describeValue, invalidRequest } from '../requests/read-request.ts';
import { requireNumberedJob, requireJob } from '../pipelines/require-pipeline.ts';
import type { Artifact } from './job-records.ts';

export const artifactUrl = ({ scope, body }: StoredRecord<Artifact>, origin: string): string =>
  `${origin}/output/job/${scope}/artifacts/${body.node}/${encodeURIComponent(body.path)}`;

const contentTypes: { readonly [ending: string]: string } = {
  txt: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  csv: 'text/csv',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  tar: 'application/x-tar',
};
const contentTypeOf = (path: string): string =>
  contentTypes[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';

/** Encodes a file name for `filename*` (RFC 8187). */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Response headers that make a browser save the file and not display it: a job's file must not run in the service's origin. */
const artifactHeaders = (path: string) => ({
  'content-type': contentTypeOf(path),
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(path.split('/').at(-1)!)}`,
});

export const routes = [
  route('GET /project/{project-slug}/{job-number}/artifacts', async (ctx) => {
    const { job } = await requireNumberedJob(ctx);
    return renderCiRecords<Artifact>(ctx, { kind: 'ci-artifacts', scope: job.id }, (records) =>
      records.map((one) => ({ path: one.body.path, node_index: one.body.node, url: artifactUrl(one, ctx.origin) })),
    );
  }),
  /** The address of an artifact in the list. It needs a token as all endpoints do. */
  route(
    'GET /output/job/{job-id}/artifacts/{node-index}/{path}',
    async (ctx) => {
      const { job } = await requireJob(ctx);
      const { 'node-index': node, path } = ctx.params as { readonly 'node-index': string; readonly path: string };
      if (!/^\d{1,6}$/.test(node))
        throw invalidRequest({ detail: `expected a number from 0 on, ${describeValue(node)}`, parameter: 'node-index' });
      const artifact = await ctx.tx.getByKey<Artifact>('ci-artifacts', job.id, `${Number(node)}/${path}`);
      if (!artifact) throw notFound(`the artifact ${firstCharacters(path, 100)} of this job`);
      const { content, file } = artifact.body;
      const headers = artifactHeaders(path);
      return file === null
        ? { status: 200, headers, body: Buffer.from(content ?? '') }
        : { status: 200, headers, file: { path: file, description: `the content of ${firstCharacters(path, 100)}` } };
    },
    { atRoot: true },
  ),
];
