import { Http2Error, errorCode } from './http2-error.ts';
import { type Frame, frameFlag } from './frame.ts';

/** The settings of RFC 9113, 6.5.2, that are used here. */
const setting = { maxConcurrentStreams: 3, initialWindowSize: 4 } as const;
const entrySize = 6;

export const encodeSettings = (values: { readonly [name in keyof typeof setting]: number }): Buffer =>
  Buffer.concat(
    Object.entries(values).map(([name, value]) => {
      const entry = Buffer.allocUnsafe(entrySize);
      entry.writeUInt16BE(setting[name as keyof typeof setting]);
      entry.writeUInt32BE(value, 2);
      return entry;
    }),
  );

/** What a client changes; undefined: it acknowledges ours. The sizes of its header table and of its frames do not matter here. */
export const decodeSettings = ({ flags, stream, payload }: Frame): { readonly initialWindow?: number } | undefined => {
  if (stream !== 0) throw new Http2Error(errorCode.protocol, 'settings are those of a connection');
  const isAcknowledgement = (flags & frameFlag.ack) !== 0;
  if (payload.length % entrySize !== 0 || (isAcknowledgement && payload.length > 0))
    throw new Http2Error(errorCode.frameSize, 'settings of a wrong size');
  if (isAcknowledgement) return undefined;
  let initialWindow: number | undefined;
  for (let at = 0; at < payload.length; at += entrySize)
    if (payload.readUInt16BE(at) === setting.initialWindowSize) initialWindow = payload.readUInt32BE(at + 2);
  return initialWindow === undefined ? {} : { initialWindow };
};
