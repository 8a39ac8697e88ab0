import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Problem, unprocessable } from '../../http/problem.ts';
import type { PreparationContext } from '../../http/route.ts';
import { maxUnpackedBytes } from './protocol.ts';

/** The body, which is compressed with gzip. Throws 422, 413. */
export const unpackBody = async ({ body }: PreparationContext): Promise<Buffer> => {
  if (!(body instanceof Uint8Array)) throw unprocessable('expected a body, compressed with gzip');
  try {
    return await promisify(gunzip)(body, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Problem(413, [{ detail: `the body has more than ${maxUnpackedBytes} bytes when it is unpacked` }]);
    throw unprocessable('the body is not compressed with gzip');
  }
};
