import { type DescMessage, fromBinary, toBinary, create, type MessageInitShape } from '@bufbuild/protobuf';
import { createMessageRegistry } from '../resources/messages/message-declarations.ts';

/** Package istio.mcp.v1alpha1: docs/mesh-config.md, "MCP". */
const registry = createMessageRegistry(
  {
    name: 'google.rpc',
    messages: { Status: { code: [1, 'int32'], message: [2, 'string'], details: [3, 'repeated google.protobuf.Any'] } },
  },
  {
    name: 'istio.mcp.v1alpha1',
    messages: {
      SinkNode: { id: [1, 'string'], annotations: [2, 'map<string,string>'] },
      Metadata: {
        name: [1, 'string'],
        create_time: [2, 'google.protobuf.Timestamp'],
        version: [3, 'string'],
        labels: [4, 'map<string,string>'],
        annotations: [5, 'map<string,string>'],
      },
      Resource: { metadata: [1, 'istio.mcp.v1alpha1.Metadata'], body: [2, 'google.protobuf.Any'] },
      RequestResources: {
        sink_node: [1, 'istio.mcp.v1alpha1.SinkNode'],
        collection: [2, 'string'],
        initial_resource_versions: [3, 'map<string,string>'],
        response_nonce: [4, 'string'],
        error_detail: [5, 'google.rpc.Status'],
        incremental: [6, 'bool'],
      },
      Resources: {
        system_version_info: [1, 'string'],
        collection: [2, 'string'],
        resources: [3, 'repeated istio.mcp.v1alpha1.Resource'],
        removed_resources: [4, 'repeated string'],
        nonce: [5, 'string'],
        incremental: [6, 'bool'],
      },
    },
  },
);
const findMessage = (name: string): DescMessage => registry.getMessage(`istio.mcp.v1alpha1.${name}`)!;

/** A request of a sink. */
export interface RequestResources {
  readonly sinkNode?: { readonly id: string; readonly annotations: Readonly<Record<string, string>> };
  readonly collection: string;
  readonly initialResourceVersions: Readonly<Record<string, string>>;
  readonly responseNonce: string;
  readonly errorDetail?: { readonly code: number; readonly message: string };
  readonly incremental: boolean;
}
export interface ResourceMetadata {
  readonly name: string;
  /** Seconds and nanoseconds since 1970. */
  readonly createTime: { readonly seconds: bigint; readonly nanos: number };
  readonly version: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
export interface ResourceBody {
  readonly typeUrl: string;
  readonly value: Uint8Array;
}
export interface ResourcesResponse {
  readonly systemVersionInfo: string;
  readonly collection: string;
  readonly resources: readonly { readonly metadata?: ResourceMetadata; readonly body?: ResourceBody }[];
  readonly removedResources: readonly string[];
  readonly nonce: string;
  readonly incremental: boolean;
}

const [request, resources, resource] = [findMessage('RequestResources'), findMessage('Resources'), findMessage('Resource')];

/** Throws for what is no such message. */
export const decodeRequest = (bytes: Uint8Array): RequestResources => fromBinary(request, bytes) as unknown as RequestResources;
export const decodeResources = (bytes: Uint8Array): ResourcesResponse => fromBinary(resources, bytes) as unknown as ResourcesResponse;
const encodeMessage = <M extends DescMessage>(type: M, value: unknown): Uint8Array =>
  toBinary(type, create(type, value as MessageInitShape<M>));
export const encodeRequest = (value: Partial<RequestResources>): Uint8Array => encodeMessage(request, value);
export const encodeResource = (metadata: ResourceMetadata, body: ResourceBody): Uint8Array => encodeMessage(resource, { metadata, body });
