import { parseServiceAddress } from 'slipway/client/address';
import { isRecord } from '@slipway/declarations/record';

/** What `GET /_local/info` of an embedded service says, as far as commands read it. */
export interface EmbeddedInfo {
  readonly version: string;
  readonly edition: string | null;
  /** Whether a caller on this machine may change it without a token: `--test-controls`. */
  readonly canChange: boolean;
  /** Whether a reset fills it again: with its seed, or with its first organization and the `--token`. */
  readonly beginsAgain: boolean;
  readonly counts: { readonly [name: string]: number };
}
/** Who answers at an address: an embedded service, which tells callers on its machine about itself, or another product. */
export type IdentifiedService =
  | { readonly kind: 'embedded'; readonly info: EmbeddedInfo | undefined }
  | { readonly kind: 'vendor'; readonly product: string | undefined };

/** Milliseconds for each of the two requests. */
const timeout = 10_000;

const readJson = async (response: Response): Promise<Readonly<Record<string, unknown>> | undefined> => {
  try {
    const body: unknown = await response.json();
    return isRecord(body) ? body : undefined;
  } catch {
    // Another product answers the path of our controls with a page of its own.
    return undefined;
  }
};

const get = (address: string, path: string, token?: string): Promise<Response> =>
  fetch(`${address}${path}`, {
    headers: { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });

const parseInfo = (body: Readonly<Record<string, unknown>> | undefined): EmbeddedInfo | undefined => {
  if (!body || typeof body['version'] !== 'string') return undefined;
  const { version, settings, controls, counts } = body;
  return {
    version,
    edition: isRecord(settings) && typeof settings['edition'] === 'string' ? settings['edition'] : null,
    canChange: isRecord(controls) && controls['changing'] === true,
    beginsAgain: isRecord(controls) && controls['beginsAgain'] === true,
    counts: isRecord(counts) ? (counts as EmbeddedInfo['counts']) : {},
  };
};

/** What an embedded service says about itself to this caller; undefined: it says nothing, or is another product. */
export const readEmbeddedInfo = async (address: string, operatorToken?: string): Promise<EmbeddedInfo | undefined> => {
  const response = await get(address, '/_local/info', operatorToken);
  return response.ok ? parseInfo(await readJson(response)) : undefined;
};

/** Finds out who answers. No token of a login is sent. Throws the error of `fetch` if nobody does. */
export async function identifyService(text: string, operatorToken?: string): Promise<IdentifiedService> {
  const address = parseServiceAddress('The address', text);
  const health = await readJson(await get(address, '/_local/health'));
  if (health?.['status'] === 'ok' || health?.['status'] === 'unavailable')
    return { kind: 'embedded', info: await readEmbeddedInfo(address, operatorToken) };
  const ping = await get(address, '/api/v2/ping');
  await ping.body?.cancel();
  return { kind: 'vendor', product: ping.headers.get('tfp-appname') ?? undefined };
}

/** The reason why nobody answers, in a few words. */
export const describeSilence = (address: string, error: unknown): string => {
  const { cause, message } = error as Error;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return `${address} does not answer: ${code ?? (cause as Error | undefined)?.message ?? message}. \`slipway doctor\` says more.`;
};
