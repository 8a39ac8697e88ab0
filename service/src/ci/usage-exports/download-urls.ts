import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '../../http/route.ts';
import type { ReadTransaction } from '../../store/store.ts';
import { deriveKey } from '../../store/store-secret.ts';

/** The expiry of a URL, in seconds since 1970. */
const toEpochSeconds = (end: string): number => Math.floor(Date.parse(end) / 1000);
const signDownload = async (view: ReadTransaction, id: string, file: string, expires: string): Promise<Buffer> =>
  createHmac('sha256', await deriveKey(view, 'usage-export'))
    .update(JSON.stringify([id, file, expires]))
    .digest();

export const exportFileName = (index: number): string => `part-${index + 1}.csv.gz`;

/** The signed URL of a file of an export, valid until `end`; it needs no token. */
export const createDownloadUrl = async (
  { tx, origin }: Pick<RequestContext, 'tx' | 'origin'>,
  id: string,
  file: string,
  end: string,
): Promise<string> => {
  const expires = String(toEpochSeconds(end));
  const signature = (await signDownload(tx, id, file, expires)).toString('base64url');
  return `${origin}/api/v2/usage-export/${id}/${file}?expires=${expires}&signature=${signature}`;
};

/** Whether the signature of the URL is valid, compared in constant time. The expiry is checked separately. */
export const isSignedDownload = async ({ tx, query, params }: Pick<RequestContext, 'tx' | 'query' | 'params'>): Promise<boolean> => {
  const signature = Buffer.from(query.get('signature') ?? '', 'base64url');
  const expected = await signDownload(tx, params['usage_export_job_id'] ?? '', params['file'] ?? '', query.get('expires') ?? '');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
};
/** Whether a signed URL has expired. */
export const isExpiredDownload = ({ query, clock }: Pick<RequestContext, 'query' | 'clock'>): boolean =>
  clock.now().getTime() >= Number(query.get('expires')) * 1000;
