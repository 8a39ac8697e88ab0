import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '../../http/route.ts';
import type { ReadTransaction } from '../../store/store.ts';
import { deriveKey } from '../store-secret.ts';

/** Seconds since 1970 at which an address ends. */
const toEpochSeconds = (end: string): number => Math.floor(Date.parse(end) / 1000);
const signDownload = async (view: ReadTransaction, id: string, file: string, expires: string): Promise<Buffer> =>
  createHmac('sha256', await deriveKey(view, 'usage-export'))
    .update(JSON.stringify([id, file, expires]))
    .digest();

export const exportFileName = (index: number): string => `part-${index + 1}.csv.gz`;

/** Where one file of an export is until the end: whoever has the address needs no token. */
export const createDownloadUrl = async (
  { tx, origin }: Pick<RequestContext, 'tx' | 'origin'>,
  id: string,
  file: string,
  end: string,
): Promise<string> => {
  const expires = String(toEpochSeconds(end));
  return `${origin}/api/v2/usage-export/${id}/${file}?expires=${expires}&signature=${(await signDownload(tx, id, file, expires)).toString('base64url')}`;
};

/** Whether the request has an address that was given out, compared in constant time. That it may be over is asked apart. */
export const isSignedDownload = async ({ tx, query, params }: Pick<RequestContext, 'tx' | 'query' | 'params'>): Promise<boolean> => {
  const sent = Buffer.from(query.get('signature') ?? '', 'base64url');
  const expected = await signDownload(tx, params['usage_export_job_id'] ?? '', params['file'] ?? '', query.get('expires') ?? '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
};
/** Of a signed request. */
export const isExpiredDownload = ({ query, clock }: Pick<RequestContext, 'query' | 'clock'>): boolean =>
  clock.now().getTime() >= Number(query.get('expires')) * 1000;
