import { Http2Error, errorCode } from './http2-error.ts';
import { type Frame, frameFlag, frameType, withoutPadding } from './frame.ts';

/** Bytes of the headers of one request, as they come. */
const blockLimit = 65_536;

export interface HeaderBlock {
  readonly stream: number;
  readonly isEnd: boolean;
  readonly bytes: Buffer;
}

/** Joins HEADERS with the CONTINUATION frames that follow; undefined until the block is complete. No other frames may come in between. */
export const createBlockAssembler = (): {
  readonly isOpen: () => boolean;
  add(frame: Frame): HeaderBlock | undefined;
} => {
  let open: { stream: number; isEnd: boolean; parts: Buffer[]; size: number } | undefined;
  return {
    isOpen: () => open !== undefined,
    add: (frame) => {
      const isFirst = frame.type === frameType.headers;
      if (isFirst !== (open === undefined) || (open && open.stream !== frame.stream))
        throw new Http2Error(errorCode.protocol, 'a header block is interrupted');
      open ??= { stream: frame.stream, isEnd: (frame.flags & frameFlag.endStream) !== 0, parts: [], size: 0 };
      const part = isFirst ? withoutPadding(frame) : frame.payload;
      open.parts.push(part);
      open.size += part.length;
      if (open.size > blockLimit) throw new Http2Error(errorCode.enhanceYourCalm, `a request has more than ${blockLimit} bytes of headers`);
      if (!(frame.flags & frameFlag.endHeaders)) return undefined;
      const { stream, isEnd, parts } = open;
      open = undefined;
      return { stream, isEnd, bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) };
    },
  };
};
