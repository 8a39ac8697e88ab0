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
  const programFolder = await createProgramFolder();
  for (const [name, text] of Object.entries(meshFiles)) {
    mkdirSync(dirname(join(programFolder.config, name)), { recursive: true });
    writeFileSync(join(programFolder.config, name), text);
  }
  const linted = await runSlipway(['lint', '.', '--format', 'json'], { folder: programFolder.config });
  assert.equal((JSON.parse(linted.stdout) as LintFinding[]).map(formatFinding).sort(), expectedFindings);
  assert.is(linted.code, 1);

  const server = await waitUntilServing(startProgram(programFolder, '--enableAnalysis', '--excludedResourceKinds', ''));
  interface AnalysisReport {
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
  let report: AnalysisReport | undefined;
  await waitUntil(async () => {
    report = (await (await fetch(`http://localhost:${programFolder.ports.introspection}/analysisj/`)).json()) as AnalysisReport;
    return report.Done;
  });
  const page = await (await fetch(`http://localhost:${programFolder.ports.introspection}/analysisz/`)).text();
  server.process.kill('SIGTERM');
  assert.equal(
    report!.Diagnostics.map(({ code, level, source, line, pointer, message }) =>
      formatFinding({ file: relative(programFolder.config, source), line, rule: code, severity: severities[level]!, pointer, message }),
    ).sort(),
    expectedFindings,
  );
  assert.is(await server.ended, 0);
  assert.match(
    server.output(),
    new RegExp(
      '\\terror\\tanalysis\\t\\[IST0112\\] VirtualService default/a ' +
        '\\(.*routes/a\\.yaml:12 /spec/http/0/route/0/destination\\): Host "web" has several ports',
    ),
  );
  assert.match(
    server.output(),
    new RegExp(
      '\\terror\\tanalysis\\t\\[IST0106\\] Gateway default/listed ' +
        '\\(.*routes/list\\.yaml:9 /items/0/spec/servers\\): gateway must have at least one server',
    ),
  );
  assert.match(page, /routes\/list\.yaml:17 \/items\/1\/spec\/gateways\/1/);
});
test.run();
