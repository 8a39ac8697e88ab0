import { NotFound } from '../apply/find.ts';
import type { Surroundings } from '../apply/job.ts';
import { documentIn, send } from '../apply/send.ts';
import { wait } from '../apply/wait.ts';
import { type Ephemeral, Refusal, type Values } from '../declare/index.ts';
import { reportRows } from '../resources/ci/declared.ts';
import { DownloadFailed, downloaded } from './download.ts';

/** Milliseconds between two looks: short at first, for an export of a few runs is soon there. */
const pauses = [200, 500, 1000, 2000, 5000] as const;

/** The export's document when it is completed. */
const completed = async ({ service, rows: [row] }: Ephemeral, config: Values, around: Surroundings): Promise<Values> => {
  const until = Date.now() + Number(config['timeout']) * 1000;
  for (let look = 0; ; look++) {
    const answer = await send(around, row!, config, { effect: 'read', accept: [404] });
    const id = String(config['id']);
    if (answer.status === 404) throw new NotFound(`There is no usage export ${id} in the organization ${String(config['organization_id'])}. The service forgets an export when its addresses end.`);
    const document = documentIn({ service }, answer.body) ?? {};
    if (document['state'] === 'completed') return document;
    if (document['state'] === 'failed') throw new DownloadFailed(`The service could not make the usage export ${id}: ${String(document['error_reason'] ?? 'it does not say why')}`);
    const pause = pauses[Math.min(look, pauses.length - 1)]!;
    if (Date.now() + pause > until) throw new DownloadFailed(`The usage export ${id} is still ${String(document['state'])} after ${String(config['timeout'])} s; \`timeout\` waits longer.`);
    around.progress(`usage export ${id}: ${String(document['state'])}`);
    await wait(pause, around.signal);
  }
};

/** Files after the first, without the header that each has. */
const joined = (texts: readonly string[]): string => texts.map((text, index) => (index === 0 ? text : text.slice(text.indexOf('\n') + 1))).join('');

/** Waits for a usage export, downloads its files and unpacks them. */
export const openUsageExport = async (of: Ephemeral, config: Values, around: Surroundings): Promise<Values> => {
  const urls = ((await completed(of, config, around))['download_urls'] ?? []) as readonly string[];
  const texts: string[] = [];
  let left = Number(config['largest_bytes']);
  for (const url of urls) {
    const text = await downloaded(url, left, around.signal);
    left -= Buffer.byteLength(text);
    texts.push(text);
  }
  const csv = joined(texts);
  try { return { ...config, download_urls: urls, csv, rows: reportRows(csv) }; } catch (error) {
    throw error instanceof Refusal ? new DownloadFailed(`The files of the usage export are no report: ${error.message}.`) : error;
  }
};
