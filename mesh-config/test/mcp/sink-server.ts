import { type Metadata, Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { requestType, type Response, responseType } from './sink.ts';

export interface SinkStream {
  readonly metadata: Metadata;
  readonly call: ServerDuplexStream<Response, Buffer>;
  readonly responses: readonly Response[];
  sendRequest(request: object): void;
}
export interface SinkServer {
  readonly address: string;
  readonly streams: readonly SinkStream[];
  stop(): void;
}

/** A sink that waits for sources; it answers what starts a stream as sinks do, with NACK 12. */
export const startSinkServer = async ({
  port = 0,
  credentials = ServerCredentials.createInsecure(),
  begun = () => {},
  isSilent = false,
}: {
  readonly port?: number;
  readonly credentials?: ServerCredentials;
  readonly begun?: (opened: SinkStream) => void;
  /** Does not answer what starts a stream. */
  readonly isSilent?: boolean;
} = {}): Promise<SinkServer> => {
  const server = new Server();
  const streams: SinkStream[] = [];
  server.addService(
    {
      EstablishResourceStream: {
        path: '/istio.mcp.v1alpha1.ResourceSink/EstablishResourceStream',
        requestStream: true,
        responseStream: true,
        requestSerialize: (bytes: Buffer) => bytes,
        requestDeserialize: (bytes: Buffer) =>
          responseType.toObject(responseType.decode(bytes), { defaults: true, longs: String, arrays: true }) as Response,
        responseSerialize: (bytes: Buffer) => bytes,
        responseDeserialize: (bytes: Buffer) => bytes,
      },
    },
    {
      EstablishResourceStream: (call: ServerDuplexStream<Response, Buffer>) => {
        const responses: Response[] = [];
        const sendRequest = (request: object): void => {
          call.write(Buffer.from(requestType.encode(requestType.fromObject(request)).finish()));
        };
        const opened = { metadata: call.metadata, call, responses, sendRequest };
        call.on('error', () => {});
        call.on('data', (response: Response) => {
          responses.push(response);
          if (response.collection === '$triggerCollection' && !isSilent)
            sendRequest({
              collection: '$triggerCollection',
              response_nonce: response.nonce,
              error_detail: { code: 12, message: 'unsupported' },
            });
        });
        call.on('end', () => {
          call.end();
        });
        streams.push(opened);
        begun(opened);
      },
    },
  );
  const bound = await new Promise<number>((done, fail) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, at) => {
      if (error) fail(error);
      else done(at);
    });
  });
  return {
    address: `127.0.0.1:${bound}`,
    streams,
    stop: () => {
      server.forceShutdown();
    },
  };
};
