import type { IncomingMessage } from 'node:http';

/** Whether no field `Host` is repeated: Node takes the first one, and a proxy before it may take another (RFC 9112, section 3.2). */
export const hasOneHost = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') count++;
  return count <= 1;
};
