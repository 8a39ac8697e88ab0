import { Client, credentials } from '@grpc/grpc-js';

/** What of a Resources message a sink of the bench looks at; the resources are counted and not read. */
export interface ResourcesMessage {
  readonly version: string;
  readonly collection: string;
  readonly nonce: string;
  readonly resources: number;
}

const varint = (bytes: Buffer, at: number): readonly [value: number, next: number] => {
  let [value, shift, next] = [0, 0, at];
  for (;;) {
    const byte = bytes[next++]!;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, next];
    shift += 7;
  }
};
const parseResources = (bytes: Buffer): ResourcesMessage => {
  const texts = new Map<number, string>();
  let resources = 0;
  for (let at = 0; at < bytes.length;) {
    const [tag, from] = varint(bytes, at);
    const [length, start] = varint(bytes, from);
    const field = tag >> 3;
    at = (tag & 7) === 2 ? start + length : start;
    if (field === 3) resources += 1;
    else if ((tag & 7) === 2) texts.set(field, bytes.toString('utf8', start, at));
  }
  return { version: texts.get(1) ?? '', collection: texts.get(2) ?? '', nonce: texts.get(5) ?? '', resources };
};

/** Field 2 is the collection, field 4 the nonce that is answered; all of them are shorter than 128 bytes. */
const encodeRequest = (collection: string, nonce: string): Buffer =>
  Buffer.concat(
    [[2, collection] as const, [4, nonce] as const]
      .filter(([, text]) => text !== '')
      .map(([field, text]) => Buffer.concat([Buffer.from([field * 8 + 2, text.length]), Buffer.from(text)])),
  );

/**
 * Watches these collections over a connection of its own and acknowledges every message; a slow one is `lag` milliseconds late
 * with each answer, and takes nothing meanwhile.
 */
export const benchSink = (
  address: string,
  collections: readonly string[],
  onMessage: (message: ResourcesMessage) => void,
  lag = 0,
): { close(): void } => {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': -1,
  });
  const call = client.makeBidiStreamRequest<Buffer, Buffer>(
    '/istio.mcp.v1alpha1.ResourceSource/EstablishResourceStream',
    (bytes) => bytes,
    (bytes) => bytes,
  );
  call.on('error', () => {});
  call.on('data', (bytes: Buffer) => {
    const message = parseResources(bytes);
    onMessage(message);
    const acknowledge = (): void => {
      call.write(encodeRequest(message.collection, message.nonce));
    };
    if (lag === 0) {
      acknowledge();
      return;
    }
    call.pause();
    setTimeout(() => {
      call.resume();
      acknowledge();
    }, lag);
  });
  for (const collection of collections) call.write(encodeRequest(collection, ''));
  return {
    close: () => {
      call.cancel();
      client.close();
    },
  };
};
