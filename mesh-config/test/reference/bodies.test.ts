/** Bodies that the public reference served for files of ours; what differs is listed in `body-differences.txt` with its reason. */
import { fromBinary, type JsonObject, type JsonValue, type Message, toJson } from '@bufbuild/protobuf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { ConversionError } from '../../src/mcp/conversion-error.ts';
import { createBodyEncoder } from '../../src/mcp/body-encoder.ts';
import { parseMeshFile } from '../../src/mesh-file/parse-mesh-file.ts';
import { parseDocument } from '../../src/resources/documents/parse-document.ts';
import { readResource } from '../../src/resources/documents/read-resource.ts';
import { splitDocuments } from '../../src/resources/documents/split-documents.ts';
import { meshCollection } from '../../src/resources/kinds/kinds.ts';
import { getMessageType } from '../../src/resources/messages/message-types.ts';
import { parseMessageJson } from '../../src/resources/messages/parse-message-json.ts';
import { isReferenceThere, readDifferences, readLines, reasonOfAbsence, referenceFolder } from './reference-data.ts';

interface ServedBody {
  readonly set: string;
  readonly collection: string;
  readonly name: string;
  readonly type: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** base64 */
  readonly body: string;
}
type Line = ServedBody | { readonly set: string; readonly document: number; readonly name: string; readonly served: false };

const suiteOf = suite('mesh bodies beside the reference');
const test = isReferenceThere ? suiteOf : skipWithReason(suiteOf, reasonOfAbsence);
const files: Readonly<Record<string, string>> = {
  base: 'base.yaml',
  config: 'bodies/config.yaml',
  yaml11: 'bodies/yaml11.yaml',
  refused: 'bodies/refused.yaml',
};
const meshFiles: Readonly<Record<string, string | undefined>> = {
  base: undefined,
  'ingress-default': 'bodies/mesh-ingress-default.yaml',
  'ingress-off': 'bodies/mesh-ingress-off.yaml',
  'ingress-off-unquoted': 'bodies/mesh-ingress-off-unquoted.yaml',
  'ingress-other': 'bodies/mesh-other.yaml',
};
const lines = isReferenceThere ? readLines<Line>('bodies.ndjson') : [];
const readText = (file: string): string => readFileSync(join(referenceFolder, file), 'utf8');

/** The order of members and of map entries is not significant. */
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
const toText = (typeName: string, bytes: Uint8Array, more: JsonObject = {}): string => {
  const type = getMessageType(typeName);
  return JSON.stringify([sortMembers(toJson(type, fromBinary(type, bytes))), sortMembers(more)]);
};

/** By `collection name`, what is served of a file; without the namespace of documents that have none. */
const serveFile = (file: string): ReadonlyMap<string, string> => {
  const encode = createBodyEncoder({ debug: () => undefined, isEnabled: () => false });
  return new Map(
    splitDocuments(readText(file)).flatMap(({ text }): [string, string][] => {
      const parsed = parseDocument(text);
      const read = 'fault' in parsed ? parsed : readResource(parsed.value, { source: file });
      if (!('resource' in read)) return [];
      const { collection, name, labels, annotations } = read.resource;
      try {
        const { typeUrl, value } = encode({ ...read.resource, version: '1' });
        return [[`${collection} ${name.replace(/^default\//, '')}`, toText(typeUrl.replace(/.*\//, ''), value, { labels, annotations })]];
      } catch (error) {
        if (error instanceof ConversionError) return [];
        throw error;
      }
    }),
  );
};

const compareSet = (set: string, file: string): readonly string[] => {
  const ours = serveFile(file);
  const theirs = new Map(
    lines.flatMap((line): [string, string][] =>
      line.set === set && 'type' in line && line.collection !== meshCollection
        ? [
            [
              `${line.collection} ${line.name}`,
              toText(line.type, Buffer.from(line.body, 'base64'), { labels: line.labels ?? {}, annotations: line.annotations ?? {} }),
            ],
          ]
        : [],
    ),
  );
  return [
    ...[...theirs].filter(([name, text]) => ours.get(name) !== text).map(([name]) => `${set}: ${ours.has(name) ? '~' : '-'} ${name}`),
    ...[...ours.keys()].filter((name) => !theirs.has(name)).map((name) => `${set}: + ${name}`),
  ];
};

const compareMeshFile = (set: string, file: string | undefined): readonly string[] => {
  const theirs = lines.find((line): line is ServedBody => line.set === set && 'body' in line && line.collection === meshCollection)!;
  const content = parseMeshFile(file === undefined ? '' : readText(file));
  assert.not('fault' in content);
  const type = getMessageType(theirs.type);
  const parsed = parseMessageJson(type, (content as { spec: unknown }).spec) as { message: Message };
  const [ours, expected] = [
    toJson(type, parsed.message),
    toJson(type, fromBinary(type, Buffer.from(theirs.body, 'base64'))),
  ] as JsonObject[];
  const names = new Set([...Object.keys(ours!), ...Object.keys(expected!)]);
  return [...names]
    .filter((name) => JSON.stringify(sortMembers(ours![name] ?? null)) !== JSON.stringify(sortMembers(expected![name] ?? null)))
    .map((name) => `${set}: ~ ${meshCollection} ${name}`);
};

test('what is served of files is what the reference serves, but for the differences that are listed', () => {
  const differences = [
    ...Object.entries(files).flatMap(([set, file]) => compareSet(set, file)),
    ...Object.entries(meshFiles).flatMap(([set, file]) => compareMeshFile(set, file)),
  ];
  assert.equal(differences.sort(), [...readDifferences('body-differences.txt').keys()].sort());
});
suiteOf('the page names each reason of a difference', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/mesh-config.md'), 'utf8').split('\n');
  assert.equal(
    [...new Set(readDifferences('body-differences.txt').values())].filter((reason) => !page.includes(`- ${reason}`)),
    [],
  );
});
suiteOf.run();
