import { basename } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repositoryFiles, isCode, isGenerated, readText } from '../support/repository-files.ts';

const test = suite('files');
const files = repositoryFiles();
const code = files.filter(isCode);
const isText = (file: string) => !/\.(png|ico|woff2?|zip|gz|db|sqlite)$/.test(file);

test('no file written by hand has more than 250 lines', () => {
  const long = code
    .filter((file) => !isGenerated(file))
    .map((file) => [file, readText(file).trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > 250);
  assert.equal(long, []);
});
test('no line of code has more than 140 characters', () => {
  const long = code
    .filter((file) => !isGenerated(file))
    .flatMap((file) =>
      readText(file)
        .split('\n')
        .flatMap((line, index) => (line.length > 140 ? [`${file}:${index + 1}: ${line.length}`] : [])),
    );
  assert.equal(long, []);
});
test('no file or folder has a name that says nothing', () => {
  const empty = /^(utils?|helpers?|common|managers?|misc|stuff)$|(-|^)(utils?|helpers?|manager)\.[a-z]+$/i;
  assert.equal(
    files.filter((file) => file.split('/').some((part) => empty.test(part) || empty.test(part.replace(/\..*$/, '')))),
    [],
  );
});
test('file names are lower-case words', () => {
  // An example has the name of the resource it shows, as configurations spell it.
  assert.equal(
    code.filter(
      (file) =>
        !isGenerated(file) &&
        !/^examples\/(resources|data-sources)\/[a-z_]+\.ts$/.test(file) &&
        !/^[a-z0-9][a-z0-9.-]*$/.test(basename(file)),
    ),
    [],
  );
});
test('no file names a package registry or a folder of one machine', () => {
  // Written in pieces, so that this file is not one of them.
  const hosts = new RegExp(['registry', '\\.(npmjs|yarnpkg|terraform|opentofu)\\.|', 'npm', '\\.pkg\\.github'].join(''));
  const folders = new RegExp(['/wor', 'k/(main|shared|\\.)|/roo', 't/|/home/[a-z]|\\.\\./shar', 'ed/|/tmp/bri', 'ef'].join(''));
  // What the system itself has is everywhere; another absolute path that a program opens is of one machine.
  const accesses = /(?:Sync|readFile|writeFile|Stream|mkdir|rm|readdir)\(\s*['"`]\/(?!(?:proc|dev|etc|bin)\b)/;
  const found = files.filter(isText).flatMap((file) =>
    readText(file)
      .split('\n')
      .flatMap((line, index) =>
        [hosts, folders, accesses].some((one) => one.test(line)) ? [`${file}:${index + 1}: ${line.trim().slice(0, 100)}`] : [],
      ),
  );
  assert.equal(found, []);
});
test('imports of our own files name the file, with its extension', () => {
  const found = code
    .filter(
      (file) => !isGenerated(file) && /^(declarations|src|service|cli|test|bench|schema-tools)\//.test(file) && !file.includes('fixtures/'),
    )
    .flatMap((file) =>
      [...readText(file).matchAll(/^(?:import|export)\b[^'"]*?from\s+'(\.[^']+)'/gm)]
        .filter(([, module]) => !/\.(ts|mjs|cjs|js|json)$/.test(module!))
        .map(([line]) => `${file}: ${line}`),
    );
  assert.equal(found, []);
});
test('nothing is used that Node 20 does not have', () => {
  const functions = /\b((Map|Object)\.groupBy|Promise\.withResolvers|Array\.fromAsync|Iterator\.from|RegExp\.escape)\b/;
  const methods = /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/;
  const newer = new RegExp(`${functions.source}|${methods.source}`);
  assert.equal(
    code.filter((file) => file !== 'test/house/files.test.ts' && newer.test(readText(file))),
    [],
  );
});
test('no sentence is given to assert.throws, which would compare it with nothing', () => {
  const alone = /assert\.throws\((?:(?!;\n)[^])*?,\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`)\);$/gm;
  assert.equal(
    code
      .filter((file) => /^(?:(?:declarations|src|service|cli)\/)?test\//.test(file))
      .flatMap((file) => (readText(file).match(alone) ?? []).map((call) => `${file}: ${call.slice(0, 100)}`)),
    [],
  );
});
test.run();
