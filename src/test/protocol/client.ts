/**
 * A client of protocol 6 that shares nothing with the server: grpc-js for the transport, protobufjs for the messages,
 * @msgpack/msgpack for the values. It drives the calls that the engine at hand does not know yet.
 */
import { Client, credentials, type ClientReadableStream, type ServiceError } from '@grpc/grpc-js';
import { decode, encode, ExtData } from '@msgpack/msgpack';
import { oracleDecode, oracleEncode } from './support/oracle.ts';
import type { EngineCertificate } from './support/certificate.ts';

export interface ProtocolClient {
  call(name: string, request?: object, options?: { deadline?: number }): Promise<any>;
  /** Many requests, one answer. */
  collect(name: string, requests: readonly object[]): Promise<any>;
  /** All answers of a streaming call. */
  all(name: string, request?: object): Promise<any[]>;
  /** Any method by its path, with bytes. */
  raw(path: string, request: Buffer): Promise<Buffer>;
  open(name: string, request?: object): ClientReadableStream<any>;
  close(): void;
}

/** Known after apply. */
export const unknown = new ExtData(0, new Uint8Array(1));
export const value = (one: unknown): { msgpack: Buffer } => ({ msgpack: Buffer.from(encode(one)) });
export const valueOf = (sent: { msgpack: Uint8Array } | null): any => (sent === null ? undefined : decode(sent.msgpack));

const path = (name: string): string => `/tfplugin6.Provider/${name}`;
/** The message of a call has the name of the call, but for one. */
const messageName = (name: string): string => (name === 'ValidateStateStoreConfig' ? 'ValidateStateStore' : name);
const event = (name: string): string =>
  name === 'ListResource' || name === 'InvokeAction' ? `${name}.Event` : `${messageName(name)}.Response`;

/** `der` and `engine`: mutual TLS as an engine does it; without them plaintext, as when it reattaches. */
export const protocolClient = (address: string, secure?: { der: Buffer; engine: EngineCertificate | undefined }): ProtocolClient => {
  const pem = (der: Buffer): Buffer => Buffer.from(`-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`);
  const trusted =
    secure === undefined
      ? credentials.createInsecure()
      : credentials.createSsl(
          pem(secure.der),
          secure.engine ? Buffer.from(secure.engine.key) : null,
          secure.engine ? Buffer.from(secure.engine.certificate) : null,
        );
  const client = new Client(address, trusted, {
    'grpc.ssl_target_name_override': 'localhost',
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
  const same = (bytes: Buffer): Buffer => bytes;
  const unary = (where: string, bytes: Buffer, deadline = 10_000): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        where,
        same,
        same,
        bytes,
        { deadline: Date.now() + deadline },
        (error: ServiceError | null, answer?: Buffer) => (error === null ? resolve(answer!) : reject(error)),
      );
    });
  const open = (name: string, request: object = {}) =>
    client.makeServerStreamRequest(
      path(name),
      same,
      (bytes: Buffer) => oracleDecode(event(name), bytes),
      Buffer.from(oracleEncode(`${name}.Request`, request)),
    );
  return {
    call: async (name, request = {}, { deadline } = {}) =>
      oracleDecode(event(name), await unary(path(name), Buffer.from(oracleEncode(`${messageName(name)}.Request`, request)), deadline)),
    collect: (name, requests) =>
      new Promise((resolve, reject) => {
        const stream = client.makeClientStreamRequest(path(name), same, same, (error: ServiceError | null, answer?: Buffer) =>
          error === null ? resolve(oracleDecode(event(name), answer!)) : reject(error),
        );
        for (const request of requests) stream.write(Buffer.from(oracleEncode(`${name}.RequestChunk`, request)));
        stream.end();
      }),
    all: async (name, request) => {
      const answers: any[] = [];
      for await (const answer of open(name, request)) answers.push(answer);
      return answers;
    },
    raw: (where, request) => unary(where, request),
    open,
    close: () => client.close(),
  };
};
