import { NotFoundError } from '../apply/find.ts';
import type { ApplyContext } from '../apply/apply-operation.ts';
import { responseDocument, callEndpoint } from '../apply/call-endpoint.ts';
import { wait } from '../apply/wait.ts';
import { type Ephemeral, ArgumentError, type Values } from '@slipway/declarations/declare';
import { parseReportRows } from '@slipway/declarations/resources';
import type { EphemeralHandler } from './ephemeral-handler.ts';
import { DownloadError, downloadText } from './download.ts';

/** Milliseconds between two looks: short at first, for an export of a few runs is soon there. */
const pollIntervals = [200, 500, 1000, 2000, 5000] as const;

/** The export's document when it is completed. */
const waitUntilCompleted = async ({ service, requests: [endpoint] }: Ephemeral, config: Values, context: ApplyContext): Promise<Values> => {
  const until = Date.now() + Number(config['timeout']) * 1000;
  for (let look = 0; ; look++) {
    const response = await callEndpoint(context, endpoint!, config, { effect: 'read', acceptedStatuses: [404] });
    const id = String(config['id']);
    if (response.status === 404)
      throw new NotFoundError(
        `There is no usage export ${id} in the organization ${String(config['organization_id'])}. ` +
          'The service forgets an export when its addresses end.',
      );
    const document = responseDocument({ service }, response.body) ?? {};
    if (document['state'] === 'completed') return document;
    if (document['state'] === 'failed')
      throw new DownloadError(
        `The service could not make the usage export ${id}: ${String(document['error_reason'] ?? 'it returned no reason')}`,
      );
    const pause = pollIntervals[Math.min(look, pollIntervals.length - 1)]!;
    if (Date.now() + pause > until)
      throw new DownloadError(
        `The usage export ${id} is still ${String(document['state'])} after ${String(config['timeout'])} s; \`timeout\` waits longer.`,
      );
    context.progress(`usage export ${id}: ${String(document['state'])}`);
    await wait(pause, context.signal);
  }
};

/** Files after the first, without the header that each has. */
const joinParts = (texts: readonly string[]): string =>
  texts.map((text, index) => (index === 0 ? text : text.slice(text.indexOf('\n') + 1))).join('');

/** Waits for a usage export, downloads its files and unpacks them. */
const openUsageExport = async (of: Ephemeral, config: Values, context: ApplyContext): Promise<Values> => {
  const urls = ((await waitUntilCompleted(of, config, context))['download_urls'] ?? []) as readonly string[];
  const texts: string[] = [];
  let left = Number(config['max_bytes']);
  for (const url of urls) {
    const text = await downloadText(url, left, context.signal);
    left -= Buffer.byteLength(text);
    texts.push(text);
  }
  const csv = joinParts(texts);
  try {
    return { ...config, download_urls: urls, csv, rows: parseReportRows(csv) };
  } catch (error) {
    throw error instanceof ArgumentError ? new DownloadError(`The files of the usage export are no report: ${error.message}.`) : error;
  }
};

/** There is no `close`, because the service has nothing to clean up. */
export const usageExportDownload: EphemeralHandler = {
  open: async (of, config, context) => ({ result: await openUsageExport(of, config, context) }),
};
