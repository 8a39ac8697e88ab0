import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readText, repositoryFiles } from '../support/repository-files.ts';

/**
 * Two services of one process share nothing but what follows from the code: importing a module of the service changes nothing of another
 * one, and a module keeps no more than caches (decision 155).
 */
const test = suite('state of the modules of the service');

/** Files that may have statements at their top level, and why. */
const acceptedStatements: { readonly [file: string]: string } = {
  'ci/runner/agent/main.ts': 'a process of its own begins here',
  'ci/threads/worker.ts': 'a thread begins here',
  'control/whole-bodies/worker.ts': 'a thread begins here',
  'runner/isolation/gateway/main.ts': 'a process of its own begins here',
  'workspaces/policies/evaluation/worker.ts': 'a thread begins here',
  'workspaces/runs/plan-documents/worker.ts': 'a thread begins here',
  'workspaces/state-versions/reading/worker.ts': 'a thread begins here',
};
/** What modules keep and change, and why services may share it. */
const acceptedState: { readonly [variable: string]: string } = {
  'access/permissions.ts: permissionsCache': 'follows from a set of rights',
  'ci/configuration/check-configuration.ts: compiledSchemas': 'follows from a schema of the code',
  'ci/policies/evaluate-policies.ts: cachedBundles': 'follows from the policies of a bundle, which never change',
  'ci/policies/library/index.ts: parsedPackages': 'follows from texts of the code',
  'ci/policies/opa/push-bundle.ts: pushedBundles': 'what an agent at an address holds, by content',
  'ci/runner/steps/run.ts: scriptCount': 'counts on, so that names of files differ',
  'delivery/public-address.ts: networks': 'follows from lists of the code',
  'http/operation.ts: knownNames': 'follows from a route',
  'http/trusted-proxies.ts: lists': 'follows from a list of settings',
  'nouns/parse-attributes.ts: writableAttributes': 'follows from a noun',
  'pipeline/create-api.ts: compiled': 'follows from the definition of an API',
  'pipeline/record.ts: formatted': 'the last time as text',
  'pipeline/run-in-transaction.ts: indexes': 'follows from the definition of an API',
  'store/changes/changed-records.ts: written': 'counts on, so that one of many transactions tidies up',
  'store/new-id.ts: poolOffset': 'how many random bytes are used up',
  'store/postgres/pending-writes.ts: known': 'follows from prepared statements',
  'store/sealing/secret-members.ts: namesInText': 'follows from a table of the code',
  'store/shared-bodies.ts: bodies': 'follows from the text of a record, which is compared',
  'store/sqlite/sqlite-connection.ts: installed': 'the library that is installed',
  'store/sqlite/take-turn.ts: began': 'the turn of the one event loop',
  'store/store-secret.ts: derivedKeys': 'follows from the secret of a store',
  'workspaces/audit-trail/record-audit-event.ts: singularTypes': 'follows from the name of a type',
  'workspaces/audit-trail/record-audit-event.ts: meanings': 'follows from an endpoint',
  'workspaces/provider-registry/own-provider.ts: releases': 'follows from the provider that a service was given',
  'workspaces/readable-selectors.ts: ofPurposes': 'follows from the routes',
  'workspaces/runs/engine/installed-engines.ts: askedVersions': 'follows from a program of the machine and its time of change',
  'workspaces/runs/engine/schema-cache.ts: cache': 'follows from an engine and a lock file',
  'workspaces/workspaces/engine-version.ts: sortedLists': 'follows from a list of settings',
};

const folder = 'service/src/';
const files = repositoryFiles().filter((file) => file.startsWith(folder) && file.endsWith('.ts'));

const declaration = /^(import|export|const|let|type|interface|function|async function|class|abstract class|declare|enum)\b/;
const listDeclarations = (text: string): readonly string[] => text.split('\n').filter((line) => declaration.test(line));

/** `export const a` of `export const a: number = 1;` */
const nameDeclaration = (line: string): string => /^[\w ]+/.exec(line)![0].trim();

const comments = /^\s*\/\*[\s\S]*?\*\/|(?:^| )\/\/ .*$/gm;
const texts = new RegExp(
  [
    /(?<=[=(,:[!&|?>] ?)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//,
    /'(?:\\.|[^'\\\n])*'/,
    /"(?:\\.|[^"\\\n])*"/,
    /`(?:\\[\s\S]|[^`\\])*`/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
/** Comments, regular expressions, strings and templates are blank: lines of scripts stand in them. */
const withoutTexts = (text: string): string => text.replaceAll(comments, '').replaceAll(texts, "''");

/** Lines that begin a statement which declares nothing. The formatter indents whatever is not at the top level. */
const listStatements = (text: string): readonly string[] =>
  withoutTexts(text)
    .split('\n')
    .filter((line) => /^[^\s})\]/#*|&?:;>]/.test(line) && !declaration.test(line));

/** Variables of a module that the module changes: they are assigned to, or something is put into or taken out of them. */
const listChangedState = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:export )?(let|const) (\w+)\b([^\n]*)/gm)].flatMap(([, keyword, name, rest]) => {
    if (keyword === 'let') return [name!];
    if (!/= (new |\[|\{|Object\.create)/.test(rest!)) return [];
    const change = new RegExp(
      String.raw`\b${name}(\.(set|add|delete|clear|push|unshift|splice|pop|shift)\(|(\.\w+|\[[^\n\]]+\])+ (\?\?|[-+|&*])?= )`,
    );
    return change.test(text) ? [name!] : [];
  });

test('importing a module runs no statement', () => {
  assert.equal(
    files.filter((file) => listStatements(readText(file)).length > 0).map((file) => file.slice(folder.length)),
    Object.keys(acceptedStatements),
  );
});
test('no declaration is blank with the texts, beside lines of scripts that look like one', () => {
  assert.equal(
    files.flatMap((file) => {
      const text = readText(file);
      const seen = new Set(listDeclarations(withoutTexts(text)).map(nameDeclaration));
      return listDeclarations(text)
        .map(nameDeclaration)
        .filter((name) => !seen.has(name));
    }),
    // Rego twice, and a shell.
    ['import rego', 'import data', 'import rego', 'export PATH'],
  );
});
test('modules keep only caches', () => {
  assert.equal(
    files.flatMap((file) => listChangedState(readText(file)).map((name) => `${file.slice(folder.length)}: ${name}`)),
    Object.keys(acceptedState),
  );
});
test('statements are found', () => {
  assert.equal(
    listStatements(
      [
        "import { addListener } from './listeners.ts';",
        '/** A comment. */',
        '// Another one.',
        'const one = 1;',
        'export const two = [',
        '  one,',
        '].map(String);',
        'addListener(one);',
        'await begin();',
        'registry.one = two;',
        'if (one) addListener(two);',
        '[one, two].forEach(addListener);',
        '(() => addListener(one))();',
        'export type Three = 3;',
        '',
      ].join('\n'),
    ),
    [
      'addListener(one);',
      'await begin();',
      'registry.one = two;',
      'if (one) addListener(two);',
      '[one, two].forEach(addListener);',
      '(() => addListener(one))();',
    ],
  );
});
test('what a module changes is found, and what it only reads is not', () => {
  assert.equal(
    listChangedState(
      [
        'const listeners = new Set<Listener>();',
        'const known: Map<string, number> = new Map();',
        'export const list: string[] = [];',
        'export const byName: { [name: string]: string } = {};',
        'const constants = new Set([1, 2]);',
        'const names = { a: 1 };',
        'let count = 0;',
        'export const add = (listener: Listener): void => {',
        '  const local = new Set();',
        '  local.add(listener);',
        '  listeners.add(listener);',
        '  known.set(listener.name, names.a);',
        '  list.push(listener.name);',
        '  byName[listener.name] = listener.name;',
        '  if (constants.has(count)) return;',
        '};',
      ].join('\n'),
    ),
    ['listeners', 'known', 'list', 'byName', 'count'],
  );
});

test.run();
