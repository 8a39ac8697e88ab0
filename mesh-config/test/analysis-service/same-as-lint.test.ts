import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { createProgramFolder, waitUntilServing, startProgram, waitUntil } from '../server/start-program.ts';
import { expectedFindings, formatFinding, type LintFinding, meshFiles } from './mesh-with-findings.ts';

const test = suite('mesh-config analysis and slipway lint');
const severities: Readonly<Record<string, string>> = { Info: 'info', Warn: 'warning', Error: 'error' };

test('analysis and the linter report the same findings for the same files', async () => {
  const here = await createProgramFolder();
  for (const [name, text] of Object.entries(meshFiles)) {
    mkdirSync(dirname(join(here.config, name)), { recursive: true });
    writeFileSync(join(here.config, name), text);
  }
  const linted = await runSlipway(['lint', '.', '--format', 'json'], { folder: here.config });
  assert.equal((JSON.parse(linted.stdout) as LintFinding[]).map(formatFinding).sort(), expectedFindings);
  assert.is(linted.code, 1);

  const running = await waitUntilServing(startProgram(here, '--enableAnalysis', '--excludedResourceKinds', ''));
  interface Told {
    readonly Done: boolean;
    readonly Diagnostics: readonly {
      readonly code: string;
      readonly level: string;
      readonly source: string;
      readonly line: number;
      readonly pointer: string;
      readonly message: string;
    }[];
  }
  let told: Told | undefined;
  await waitUntil(async () => {
    told = (await (await fetch(`http://localhost:${here.ports.introspection}/analysisj/`)).json()) as Told;
    return told.Done;
  });
  const page = await (await fetch(`http://localhost:${here.ports.introspection}/analysisz/`)).text();
  running.process.kill('SIGTERM');
  assert.equal(
    told!.Diagnostics.map(({ code, level, source, line, pointer, message }) =>
      formatFinding({ file: relative(here.config, source), line, rule: code, severity: severities[level]!, pointer, message }),
    ).sort(),
    expectedFindings,
  );
  assert.is(await running.ended, 0);
  assert.match(
    running.output(),
    new RegExp(
      '\\terror\\tanalysis\\t\\[IST0112\\] VirtualService default/a ' +
        '\\(.*routes/a\\.yaml:12 /spec/http/0/route/0/destination\\): Host "web" has several ports',
    ),
  );
  assert.match(
    running.output(),
    new RegExp(
      '\\terror\\tanalysis\\t\\[IST0106\\] Gateway default/listed ' +
        '\\(.*routes/list\\.yaml:9 /items/0/spec/servers\\): gateway must have at least one server',
    ),
  );
  assert.match(page, /routes\/list\.yaml:17 \/items\/1\/spec\/gateways\/1/);
});
test.run();
