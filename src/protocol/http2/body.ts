/** The stream was closed before the end of its body. */
export class StreamClosed extends Error {}
export class BodyTooLarge extends Error {}

/** The data received on a stream, until it ends. Data beyond what is read is not kept. */
export const createBody = () => {
  let chunks: Buffer[] = [];
  let [size, limit, isEnded, isClosed] = [0, Infinity, false, false];
  let settle: (() => void) | undefined;
  return {
    isEnded: () => isEnded,
    receive: (bytes: Buffer, isEnd: boolean) => {
      size += bytes.length;
      if (size <= limit) chunks.push(bytes);
      else chunks = [];
      isEnded ||= isEnd;
      if (isEnded || size > limit) settle?.();
    },
    close: () => {
      isClosed = true;
      settle?.();
    },
    read: (most: number): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        limit = most;
        settle = () => {
          if (size > limit) reject(new BodyTooLarge());
          else if (isEnded) resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
          else if (isClosed) reject(new StreamClosed());
        };
        settle();
      }),
  };
};
