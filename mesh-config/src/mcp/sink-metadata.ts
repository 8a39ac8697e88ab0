import { Metadata } from '@grpc/grpc-js';

/** Parses `key=value` texts. Throws a sentence for a malformed one, or one that gRPC metadata cannot carry. */
export const parseSinkMetadata = (texts: readonly string[]): readonly (readonly [key: string, value: string])[] =>
  texts.map((text) => {
    const equals = text.indexOf('=');
    if (equals < 1) throw new Error(`sinkMeta not in key=value format: ${text}`);
    const [key, value] = [text.slice(0, equals), text.slice(equals + 1)];
    try {
      new Metadata().add(key, value);
    } catch (error) {
      throw new Error(`sinkMeta ${key}: ${(error as Error).message}`);
    }
    return [key, value];
  });
