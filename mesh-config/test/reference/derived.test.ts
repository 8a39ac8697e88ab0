/**
 * What the public reference makes of Ingresses, and of Services with their Endpoints and Pods; what differs is listed in
 * `derived-differences.txt` with its reason.
 */
import { fromBinary, type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { createServiceDiscovery } from '../../src/discovery/service-discovery.ts';
import { createIngressConversion } from '../../src/ingress/ingress-conversion.ts';
import type { IngressSettings } from '../../src/ingress/generate-resources.ts';
import { createBodyEncoder } from '../../src/mcp/body-encoder.ts';
import { parseMeshFile } from '../../src/mesh-file/parse-mesh-file.ts';
import { createProcessor } from '../../src/processing/processor.ts';
import { parseDocument } from '../../src/resources/documents/parse-document.ts';
import { readResource } from '../../src/resources/documents/read-resource.ts';
import { splitDocuments } from '../../src/resources/documents/split-documents.ts';
import { kinds, syntheticCollection } from '../../src/resources/kinds/kinds.ts';
import { getMessageType } from '../../src/resources/messages/message-types.ts';
import type { Resource, SourceEvent } from '../../src/resources/resource.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';
import { isReferenceThere, readDifferences, readLines, reasonOfAbsence, referenceFolder } from './reference-data.ts';

interface ServedBody {
  readonly set: string;
  readonly collection: string;
  readonly name: string;
  readonly type?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly createTime?: string;
  /** base64 */
  readonly body: string;
}

const suiteOf = suite('mesh resources that are made of others, beside the reference');
const test = isReferenceThere ? suiteOf : skipWithReason(suiteOf, reasonOfAbsence);
const derivedCollections = ['istio/networking/v1alpha3/gateways', 'istio/networking/v1alpha3/virtualservices', syntheticCollection];
const readText = (file: string): string => readFileSync(join(referenceFolder, 'bodies', file), 'utf8');
const encode = createBodyEncoder({ debug: () => undefined, isEnabled: () => false });

const settingsOf = (meshFile: string | undefined): IngressSettings => {
  const content = parseMeshFile(meshFile === undefined ? '' : readText(meshFile));
  if ('fault' in content) throw new Error(content.fault);
  const { ingressControllerMode: mode, ingressClass } = content.spec as unknown as IngressSettings & { ingressControllerMode: 'STRICT' };
  return { domain: 'cluster.local', mode, ingressClass };
};

/** All that is derived from a file, by the parts of the server. */
const deriveFile = (file: string, meshFile: string | undefined): readonly Resource[] => {
  const [clock, scope, found] = [createManualClock(), createRecordingScope(), new Map<string, Resource>()];
  const processor = createProcessor([], {
    clock,
    metrics: createRecordingMetrics(),
    encode: () => ({ name: '', version: '', bytes: new Uint8Array() }),
  });
  const input = processor.createInput(kinds.map(({ collection }) => collection));
  const collect = (event: SourceEvent): void => {
    if ('resource' in event && derivedCollections.includes(event.resource.collection))
      found.set(`${event.resource.collection} ${event.resource.name}`, event.resource);
  };
  createServiceDiscovery({ processor, clock, scope, domain: 'cluster.local', trustDomain: () => 'cluster.local', emit: collect });
  const emit = (event: SourceEvent): void => {
    input(event);
    collect(event);
  };
  const { receive } = createIngressConversion({ settings: () => settingsOf(meshFile), clock, scope, emit });
  for (const { text } of splitDocuments(readText(file))) {
    const read = readResource((parseDocument(text) as { value: unknown }).value, { source: file });
    if ('resource' in read) receive({ kind: 'added', resource: { ...read.resource, version: 'v1' } });
  }
  for (const { collection } of kinds) receive({ kind: 'full-sync', collection });
  clock.move(100);
  return [...found.values()];
};

const sortMembers = (value: JsonValue): JsonValue =>
  Array.isArray(value)
    ? value.map(sortMembers)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, one]) => [name, sortMembers(one)]),
        )
      : value;
const toText = (typeName: string, bytes: Uint8Array, more: JsonObject): string => {
  const type = getMessageType(typeName);
  return JSON.stringify([sortMembers(toJson(type, fromBinary(type, bytes))), sortMembers(more)]);
};
/** Annotations with versions of the run are expected, with any values. */
const withoutVersions = (annotations: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(annotations).map(([name, value]) => [name, /\/(service|endpoints)Version$/.test(name) ? '' : value]));

const compareSet = (set: string, file: string, meshFile?: string): readonly string[] => {
  const ours = new Map(
    deriveFile(file, meshFile).map((resource): [string, string] => {
      const { collection, name, labels, annotations, createdAt } = resource;
      const { typeUrl, value } = encode(resource);
      const more = { labels, annotations: withoutVersions(annotations), createTime: createdAt ?? null };
      return [`${collection} ${name.replace(/^default\//, '')}`, toText(typeUrl.replace(/.*\//, ''), value, more)];
    }),
  );
  const theirs = new Map(
    readLines<ServedBody>('bodies.ndjson')
      .filter((line) => line.set === set && derivedCollections.includes(line.collection))
      .map(({ collection, name, type, body, labels = {}, annotations, createTime }): [string, string] => {
        const more = { labels, annotations: withoutVersions(annotations), createTime: createTime ?? null };
        return [`${collection} ${name}`, toText(type!, Buffer.from(body, 'base64'), more)];
      }),
  );
  if (process.env['SHOW_DIFFERENCES'])
    for (const [name, text] of theirs)
      if (ours.has(name) && ours.get(name) !== text) console.log(`${set} ${name}\n  ${text}\n  ${ours.get(name)!}`);
  return [
    ...[...theirs].filter(([name, text]) => ours.get(name) !== text).map(([name]) => `${set}: ${ours.has(name) ? '~' : '-'} ${name}`),
    ...[...ours.keys()].filter((name) => !theirs.has(name)).map((name) => `${set}: + ${name}`),
  ];
};

test('Ingresses become the gateways and virtual services of the reference, but for the differences that are listed', () => {
  assert.equal(
    [
      ...compareSet('ingress', 'ingress.yaml'),
      ...compareSet('ingress-default', 'ingress.yaml', 'mesh-ingress-default.yaml'),
      ...compareSet('ingress-off', 'ingress.yaml', 'mesh-ingress-off.yaml'),
      ...compareSet('ingress-other', 'ingress.yaml', 'mesh-other.yaml'),
      ...compareSet('discovery', 'discovery.yaml'),
      ...compareSet('discovery-flag', 'discovery.yaml'),
    ].sort(),
    [...readDifferences('derived-differences.txt').keys()].sort(),
  );
});
suiteOf('the page names each reason of a difference', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/mesh-config.md'), 'utf8').split('\n');
  assert.equal(
    [...new Set(readDifferences('derived-differences.txt').values())].filter((reason) => !page.includes(`- ${reason}`)),
    [],
  );
});
suiteOf.run();
