import { registerSecret } from '../../redaction/secret-registry.ts';
import { openDownload } from '../../client/open-download.ts';
import { putFile } from '../../client/put-file.ts';
import { wait } from '../../apply/wait.ts';
import { StateStoreError } from './state-store-error.ts';

/** Milliseconds for one transfer of a state. */
const timeout = 300_000;
/** Milliseconds before each further attempt. */
const pauses = [200, 1000] as const;

/** The host of a signed address. The address itself is the right to the state: it is in no message. */
const checkAddress = (address: string): string => {
  registerSecret(address);
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address).host;
  throw new StateStoreError('The service gave an address of a state that is none', 'Expected one of http or https.');
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).name;

/** Whether another attempt may succeed. */
class TransferFailure extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** A transfer, again after a failed connection or a status that may pass. */
const attemptTransfer = async <T>(
  verb: string,
  host: string,
  signal: AbortSignal,
  once: (limit: AbortSignal) => Promise<T>,
): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    } catch (error) {
      if (error instanceof StateStoreError || signal.aborted) throw error;
      const pause = pauses[attempt];
      if (pause === undefined || (error instanceof TransferFailure && error.isFinal)) {
        const words = error instanceof TransferFailure ? error.message : codeOf(error);
        throw new StateStoreError(`Could not ${verb} the state`, `The request of its content at ${host} failed: ${words}.`);
      }
      await wait(pause, signal);
    }
  }
};

/** The content at a signed address, of at most `largest` bytes. */
export const downloadState = (address: string, largest: number, signal: AbortSignal): Promise<Buffer> => {
  const host = checkAddress(address);
  return attemptTransfer('download', host, signal, async (limit) => {
    const response = await openDownload(address, limit);
    const status = response.statusCode ?? 0;
    if (status !== 200) {
      response.destroy();
      throw new TransferFailure(`it was answered with ${status}`, !isPassing(status));
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > largest) throw new StateStoreError('The state is too large', `It has more than the ${largest} bytes that are read.`);
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks, size);
  });
};

/** Writes the content to a signed address. Uploading the same content again is allowed. */
export const uploadState = (address: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> => {
  const host = checkAddress(address);
  return attemptTransfer('upload', host, signal, async (limit) => {
    const status = await putFile(address, bytes, limit);
    if (status < 200 || status > 299) throw new TransferFailure(`it was answered with ${status}`, !isPassing(status));
  });
};
