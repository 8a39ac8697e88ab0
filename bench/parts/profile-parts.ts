/** Which part of a request the samples of a CPU profile belong to, by the sources that are on its stack. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** By the callers of a statement, wherever they are on the stack. */
const statementParts: readonly (readonly [part: string, caller: RegExp])[] = [
  ['SQLite: checkpoints', /^runWhenDue /],
  ['SQLite: index of names', /name-indexing/],
  ['SQLite: entries of the audit trail', /late-rows/],
  ['SQLite: commit, with its fsync', /^commit /],
  ['SQLite: insert of the record', /^insertRow /],
  ['SQLite: insert of the link', /^saveLink /],
  ['SQLite: other statements', /./],
];
/** By the innermost function of which one of them speaks. */
const parts: readonly (readonly [part: string, place: RegExp])[] = [
  ['garbage collection', /^\(garbage/],
  ['outside of JavaScript', /^\(program\)/],
  ['rows that are kept', /row-cache|change-log|counts-from-log/],
  ['records: JSON and seals', /^serializeJson|^insertRecord|sealer|shared-bodies|secret-members|^toRecord|^toLookedUp/],
  ['audit trail: the entry', /record-audit-event|create-audit-trail|seen-records/],
  ['response: JSON.stringify', /^renderResponse/],
  ['journal and metrics', /pipeline\/record\.ts|journal\/|request-metrics|coverage\.ts|head-response|measured-connection/],
  ['document', /render-workspaces|resource-object|effective-tags|execution\.ts|vcs-repo/],
  ['authorization', /access\/permissions|require-workspace|access\/project-workspaces/],
  ['validation', /validate-request|validate-document|walk-members|undeclared|validate-types|kept-attributes|declare\/|derive\/|dialects\//],
  ['authentication', /authenticate|access\/callers|crypto/],
  ['body: UTF-8, JSON.parse, deprecations', /parse-body|http\/body|bounded-json|deprecat|parse-document/],
  ['routing', /match-route|http\/router|service\/service\.ts/],
  ['response: headers and socket', /^sendResponse|^writev|_http_outgoing|^writeHead/],
  ['request: HTTP parser, streams, sockets', /incoming-request|node:_http|node:net|stream|node:events|http-server/],
  ['handler', /service\/workspaces\//],
  ['transactions and pipeline', /service\/store|service\/pipeline|external-lookup|json-api/],
  ['promises and timers', /runMicrotasks|task_queues|timers|internal\/process/],
  ['other', /./],
];

/** Names functions by their sources, for which the maps beside the chunks of `checkout` are read. */
const createLabels = (checkout: string) => {
  const maps = new Map<string, SourceMap | undefined>();
  const readMap = (path: string): SourceMap | undefined => {
    if (!maps.has(path)) maps.set(path, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
    return maps.get(path);
  };
  return ({ callFrame: { functionName, url, lineNumber, columnNumber } }: ProfileNode): string => {
    const [, file] = /\/dist\/(.*)$/.exec(url) ?? [];
    const found = file === undefined ? undefined : readMap(join(checkout, 'dist', `${file}.map`))?.findEntry(lineNumber, columnNumber);
    return `${functionName || '(anonymous)'} ${(found as { originalSource?: string } | undefined)?.originalSource ?? url}`;
  };
};

/** The share of each part in the time in which the process was busy, after so many milliseconds; the largest first. */
export const shareParts = (file: string, checkout: string, after: number): readonly (readonly [part: string, share: number])[] => {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const label = createLabels(checkout);
  const labels = new Map(nodes.map((node) => [node.id, label(node)]));
  const listStack = (id: number | undefined): readonly string[] =>
    id === undefined ? [] : [labels.get(id)!, ...listStack(parents.get(id))];
  const findPart = (id: number): string => {
    const stack = listStack(id);
    if (stack[0]!.includes('libsql')) return statementParts.find(([, caller]) => stack.some((one) => caller.test(one)))![0];
    return stack.map((one) => parts.find(([part, place]) => part !== 'other' && place.test(one))?.[0]).find(Boolean) ?? 'other';
  };
  const times = new Map<string, number>();
  let [now, busy] = [0, 0];
  samples.forEach((id, at) => {
    now += timeDeltas[at]!;
    if (now < after * 1000 || /^\((idle|root)\)$/.test(byId.get(id)!.callFrame.functionName)) return;
    busy += timeDeltas[at]!;
    const part = findPart(id);
    times.set(part, (times.get(part) ?? 0) + timeDeltas[at]!);
  });
  return [...times].map(([part, time]) => [part, time / busy] as const).sort(([, one], [, other]) => other - one);
};
