/** The stream was closed before the end of its body. */
export class StreamClosed extends Error {}
export class BodyTooLarge extends Error {}

/** The first bytes of the chunks, at most as many as they have; they are taken out of the list. */
const shiftBytes = (chunks: Buffer[], count: number): Buffer => {
  const taken: Buffer[] = [];
  for (let missing = count; missing > 0;) {
    const first = chunks.shift()!;
    taken.push(first.subarray(0, missing));
    if (first.length > missing) chunks.unshift(first.subarray(missing));
    missing -= taken.at(-1)!.length;
  }
  return taken.length === 1 ? taken[0]! : Buffer.concat(taken);
};

/** The data received on a stream, until it ends. Data beyond what is read is not kept. */
// oxlint-disable-next-line max-lines-per-function -- the readers of one buffer
export const createBody = () => {
  let chunks: Buffer[] = [];
  let [size, limit, isEnded, isClosed] = [0, Infinity, false, false];
  const takeNow = (wanted: number): Buffer => {
    const bytes = shiftBytes(chunks, Math.min(wanted, size));
    size -= bytes.length;
    return bytes;
  };
  let settle: (() => void) | undefined;
  return {
    isEnded: () => isEnded,
    receive: (bytes: Buffer, isEnd: boolean) => {
      size += bytes.length;
      if (size <= limit) chunks.push(bytes);
      else chunks = [];
      isEnded ||= isEnd;
      settle?.();
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
    take: (wanted: number): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        settle = () => {
          if (size >= wanted || isEnded) {
            settle = undefined;
            resolve(takeNow(wanted));
          } else if (isClosed) reject(new StreamClosed());
        };
        settle();
      }),
  };
};
