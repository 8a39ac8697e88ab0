import { isObject } from '@slipway/schema-tools/json';
import { checkOrb } from '../check-configuration.ts';
import { configurationLimits } from '../configuration-limits.ts';
import type { CompileSession } from '../compile-session.ts';
import { getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { readConfiguration } from '../source/read-configuration.ts';
import { listEmptyNames, resolveText } from '../templates/resolve.ts';
import type { NameScope } from '../templates/name-scope.ts';
import { type LoadedOrb, type OrbLibrary, orbPointer } from './orb-library.ts';
import { parseOrbReference } from './orb-reference.ts';
import type { OrbFile, OrbSource } from './orb-source.ts';

interface Loading {
  readonly source: OrbSource | undefined;
  readonly session: CompileSession;
  readonly library: OrbLibrary;
  /** IDs of orbs that were read, with or without faults. */
  readonly known: Set<string>;
  /** The ids that references resolve to: a file is read once. */
  readonly ids: Map<string, string>;
  characters: number;
}

/** Parses the file of an orb and checks it against the schema. Its faults are reported. */
const parseOrb = async ({ id, file, text }: OrbFile, pointer: string, loading: Loading): Promise<LoadedOrb | undefined> => {
  const { session } = loading;
  loading.characters += text.length;
  loading.known.add(id);
  if (loading.characters > configurationLimits.orbCharacters || loading.known.size > configurationLimits.orbs) {
    const { orbs, orbCharacters } = configurationLimits;
    session.reportFault(pointer, `expected at most ${orbs} orbs with ${orbCharacters.toLocaleString('en')} characters together`);
    return undefined;
  }
  const reading = await readConfiguration(text);
  if ('faults' in reading) {
    for (const { line, column, message } of reading.faults) session.reportFault(pointer, `${file}:${line}:${column}: ${message}`);
    return undefined;
  }
  const { document } = reading;
  const orb: LoadedOrb = { id, file, document, node: { value: document.value, pointer: orbPointer(id) } };
  loading.library.byId.set(id, orb);
  for (const fault of (await checkOrb(document.value)).faults) session.reportFault(`${orbPointer(id)}${fault.pointer}`, fault.message);
  return orb;
};

const loadReference = async (text: string, pointer: string, callers: readonly string[], loading: Loading): Promise<void> => {
  const { session, source, library } = loading;
  const reference = parseOrbReference(text);
  const shown = JSON.stringify(text.slice(0, 300));
  if (!reference) {
    session.reportFault(
      pointer,
      `expected an orb as namespace/name@version, with a version such as 1.2.3, 1.2, 1, volatile or dev:first; found ${shown}`,
    );
    return;
  }
  const id = loading.ids.get(text);
  const lookup = id === undefined ? await (source ?? noSource).findOrb(reference) : { id };
  if ('missing' in lookup) {
    session.reportFault(pointer, `the orb ${shown} is not here, and the service fetches nothing: ${lookup.missing}`);
    return;
  }
  loading.ids.set(text, lookup.id);
  const from = callers.indexOf(lookup.id);
  if (from >= 0 || callers.length >= configurationLimits.orbDepth) {
    const way = [...callers.slice(Math.max(from, 0)), lookup.id].join(' uses ');
    session.reportFault(
      pointer,
      from >= 0 ? `${way}: it would never end` : `expected at most ${configurationLimits.orbDepth} orbs, one using the other`,
    );
    return;
  }
  const isNew = 'text' in lookup && !loading.known.has(lookup.id);
  const orb = isNew ? await parseOrb(lookup, pointer, loading) : library.byId.get(lookup.id);
  if (!orb) return;
  library.byPointer.set(pointer, orb);
  if (isNew) await loadOrbsOf(orb.node, undefined, [...callers, lookup.id], loading);
};

/** A source that has no orb: where there is no folder. */
export const noSource: OrbSource = {
  findOrb: ({ namespace, name, version }) =>
    Promise.resolve({
      missing:
        `give its text as ${namespace}/${name}@${version}.yml in a folder of orbs (\`--orbs\`), ` +
        'or write its commands, executors and jobs here',
    }),
};

const describeEmptyNames = (text: string, names: readonly string[]): string =>
  `the orb ${JSON.stringify(text.slice(0, 300))} needs ${names.join(', ')}, which has no value here; ` +
  'a pipeline has one, and `--pipeline-values` gives it';

/** Loads the orbs that an element uses, and theirs. Only the configuration itself has tags in references. */
const loadOrbsOf = async (node: ConfigNode, scope: NameScope | undefined, callers: readonly string[], loading: Loading): Promise<void> => {
  for (const [, inner] of getMembers(getMember(node, 'orbs'))) {
    if (isObject(inner.value)) await loadOrbsOf(inner, scope, callers, loading);
    else {
      const text = scope ? resolveText(String(inner.value), inner.pointer, scope, loading.session) : String(inner.value);
      if (text === undefined) continue;
      const empty = scope && !parseOrbReference(String(text)) ? listEmptyNames(String(inner.value), scope, loading.session) : [];
      if (empty.length > 0) loading.session.reportFault(inner.pointer, describeEmptyNames(String(inner.value), empty));
      else await loadReference(String(text), inner.pointer, callers, loading);
    }
  }
};

/** Reads the files of all orbs that a configuration or an orb uses into a library. Faults are reported to the session. */
export const loadOrbs = async (
  root: ConfigNode,
  scope: NameScope | undefined,
  source: OrbSource | undefined,
  library: OrbLibrary,
  session: CompileSession,
): Promise<void> => {
  await loadOrbsOf(root, scope, [], { source, session, library, known: new Set(), ids: new Map(), characters: 0 });
};
