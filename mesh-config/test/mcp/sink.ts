import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  credentials,
  type ClientDuplexStream,
  type Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import protobuf from 'protobufjs';

/** The messages of MCP as protobufjs reads them: nothing here is shared with the source under test. */
const { root } = protobuf.parse(
  `
syntax = "proto3";
package istio.mcp.v1alpha1;
message Any { string type_url = 1; bytes value = 2; }
message Timestamp { int64 seconds = 1; int32 nanos = 2; }
message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
message SinkNode { string id = 1; map<string, string> annotations = 2; }
message Metadata {
  string name = 1;
  Timestamp create_time = 2;
  string version = 3;
  map<string, string> labels = 4;
  map<string, string> annotations = 5;
}
message Resource { Metadata metadata = 1; Any body = 2; }
message RequestResources {
  SinkNode sink_node = 1;
  string collection = 2;
  map<string, string> initial_resource_versions = 3;
  string response_nonce = 4;
  Status error_detail = 5;
  bool incremental = 6;
}
message Resources {
  string system_version_info = 1;
  string collection = 2;
  repeated Resource resources = 3;
  repeated string removed_resources = 4;
  string nonce = 5;
  bool incremental = 6;
}
`,
  { keepCase: true },
);
export const [requestType, responseType] = ['RequestResources', 'Resources'].map((name) =>
  root.lookupType(`istio.mcp.v1alpha1.${name}`),
) as [protobuf.Type, protobuf.Type];

export interface Response {
  readonly system_version_info: string;
  readonly collection: string;
  readonly nonce: string;
  readonly incremental: boolean;
  readonly removed_resources: readonly string[];
  readonly resources: readonly {
    readonly metadata: { readonly name: string; readonly version: string };
    readonly body: { readonly type_url: string; readonly value: Buffer };
  }[];
}
export interface Sink {
  sendRequest(request: {
    readonly collection: string;
    readonly response_nonce?: string;
    readonly error_detail?: { readonly code: number; readonly message: string };
    readonly incremental?: boolean;
    readonly initial_resource_versions?: Readonly<Record<string, string>>;
  }): void;
  /** The next response, as it comes. */
  next(): Promise<Response>;
  /** What came and was not asked for yet. */
  waiting(): number;
  /** How the source ended the stream: `OK`, or code and words. */
  readonly ended: Promise<{ readonly code: number; readonly details: string }>;
  readonly header: Promise<Metadata>;
  readonly call: ClientDuplexStream<Buffer, Response>;
  /** May carry other streams. */
  readonly client: Client;
  close(): void;
}

/** A connection that no other sink shares. */
export const connectClient = (
  address: string,
  channel: ChannelCredentials = credentials.createInsecure(),
  more: ChannelOptions = {},
): Client => new Client(address, channel, { 'grpc.max_receive_message_length': -1, 'grpc.use_local_subchannel_pool': 1, ...more });

/** A sink that dials a source. */
export const connectSink = (to: string | Client): Sink => {
  const client = typeof to === 'string' ? connectClient(to) : to;
  const call = client.makeBidiStreamRequest<Buffer, Response>(
    '/istio.mcp.v1alpha1.ResourceSource/EstablishResourceStream',
    (bytes) => bytes,
    (bytes) => responseType.toObject(responseType.decode(bytes), { defaults: true, longs: String, arrays: true }) as Response,
  );
  const here: Response[] = [],
    wanted: ((response: Response) => void)[] = [];
  call.on('data', (response: Response) => {
    const take = wanted.shift();
    if (take) take(response);
    else here.push(response);
  });
  call.on('error', () => {});
  return {
    call,
    client,
    waiting: () => here.length,
    sendRequest: (request) => {
      call.write(Buffer.from(requestType.encode(requestType.fromObject(request)).finish()));
    },
    next: () =>
      new Promise((done) => {
        const first = here.shift();
        if (first) done(first);
        else wanted.push(done);
      }),
    ended: new Promise((done) => {
      call.on('status', ({ code, details }: ServiceError) => {
        done({ code: code as number, details });
      });
    }),
    header: new Promise((done) => {
      call.on('metadata', done);
    }),
    close: () => {
      call.cancel();
      client.close();
    },
  };
};
