/** The whole of an answer; rejects where it has more bytes than `most`. */
export const readResponseText = async (answer: AsyncIterable<Buffer>, most: number): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > most) throw new Error(`the answer has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** The body of a response up to about `most` bytes. A body that breaks off is no error: the status is reported in any case. */
export const readResponsePrefix = async (answer: AsyncIterable<Buffer>, most: number): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer) {
      parts.push(part);
      size += part.length;
      if (size >= most) break;
    }
  } catch {
    /* What has come is enough. */
  }
  return Buffer.concat(parts).toString('utf8');
};
