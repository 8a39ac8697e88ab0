import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renderCsvLine } from '../../../src/ci/usage-exports/csv-parts.ts';
import { usageColumns } from '../../../src/ci/usage-exports/columns.ts';
import { readUsageRows } from '../../../src/ci/usage-exports/usage-rows.ts';
import { april, type ExportTestService, startExportService, createJobRun, createWorkflowRun } from './export-service.ts';

const report = suite<{ bench: ExportTestService }>('CI usage report');
report.before.each(async (context) => {
  context.bench = await startExportService();
});
report.after.each(async (context) => {
  await context.bench.close();
});

const header =
  'organization_id,organization_name,organization_created_date,project_id,project_name,project_created_date,' +
  'last_build_finished_at,vcs_name,vcs_url,vcs_branch,' +
  'pipeline_id,pipeline_created_at,pipeline_number,is_unregistered_user,pipeline_trigger_source,pipeline_trigger_user_id,' +
  'workflow_id,workflow_name,workflow_first_job_queued_at,workflow_first_job_started_at,workflow_stopped_at,is_workflow_successful,' +
  'job_name,job_id,job_run_number,job_run_date,job_run_queued_at,job_run_started_at,job_run_stopped_at,' +
  'job_build_status,resource_class,operating_system,executor,parallelism,job_run_seconds,' +
  'median_cpu_utilization_pct,max_cpu_utilization_pct,median_ram_utilization_pct,max_ram_utilization_pct,' +
  'compute_credits,dlc_credits,user_credits,storage_credits,network_credits,lease_credits,lease_overage_credits,' +
  'ipranges_credits,total_credits\r\n';

report('a file of two runs, byte by byte', async ({ bench }) => {
  const { store, org, ci } = bench;
  const { id: web } = await bench.project('web, "the" site', org);
  const me = (await ci('GET /me')).body.id;
  await store.write(async (tx) => {
    await tx.ledger.addRun(createWorkflowRun(org, web, 1, { startedBy: me }), [
      createJobRun(org, web, 1, { medianCpu: 12.5, maxCpu: 93.25, medianRam: 40, maxRam: 41 }),
    ]);
    await tx.ledger.addRun(
      createWorkflowRun(org, web, 2, {
        trigger: 'webhook',
        branch: null,
        tag: 'v1',
        name: 'déploy',
        status: 'failed',
        firstQueuedAt: null,
        firstStartedAt: null,
        vcsUrl: '',
        stoppedAt: Date.parse('2026-05-01T00:10:00.000Z'),
      }),
      [
        createJobRun(org, web, 2, {
          name: '=1+1\nx',
          number: null,
          queuedAt: null,
          status: 'timedout',
          resourceClass: 'm4pro.medium',
          executor: 'macos',
          parallelism: 4,
          credits: 0.125,
          seconds: 0,
          stoppedAt: Date.parse('2026-04-30T23:59:59.999Z'),
        }),
      ],
    );
  });
  const { body } = await bench.start();
  await bench.wait(200);
  assert.equal(await bench.files(body.usage_export_job_id), [
    `${header}` +
      `${org},acme,2026-05-01,${web},"web, ""the"" site",2026-05-01,2026-05-01T00:10:00.000Z,github,https://github.com/acme/web,main,` +
      `bbbbbbbb-0000-4000-8000-000000000001,2026-04-10T09:00:00.000Z,1,N,api,${me},` +
      'aaaaaaaa-0000-4000-8000-000000000001,build,2026-04-10T09:00:00.200Z,2026-04-10T09:00:00.300Z,2026-04-10T09:01:30.300Z,Y,' +
      'test,cccccccc-0000-4000-8000-000000000001,1,2026-04-10,2026-04-10T09:00:00.200Z,2026-04-10T09:00:00.300Z,' +
      '2026-04-10T09:01:30.300Z,success,medium,linux,docker,1,90,' +
      '12.5,93.25,40,41,15,0,0,0,0,0,0,0,15\r\n' +
      `${org},acme,2026-05-01,${web},"web, ""the"" site",2026-05-01,2026-05-01T00:10:00.000Z,github,,,` +
      'bbbbbbbb-0000-4000-8000-000000000002,2026-04-10T09:00:00.000Z,2,Y,webhook,,' +
      'aaaaaaaa-0000-4000-8000-000000000002,déploy,,,2026-05-01T00:10:00.000Z,N,' +
      '"=1+1\nx",cccccccc-0000-4000-8000-000000000002,,2026-04-10,,2026-04-10T09:00:00.300Z,2026-04-30T23:59:59.999Z,' +
      'timedout,m4pro.medium,macos,macos,4,0,' +
      ',,,,0.125,0,0,0,0,0,0,0,0.125\r\n',
  ]);
});

report('what began on no machine, another time and another organization are left out', async ({ bench }) => {
  const { store, org } = bench;
  const { id: web } = await bench.project('web', org);
  const names = async (): Promise<readonly string[]> => {
    const { body } = await bench.start();
    await bench.wait(200);
    return (await bench.files(body.usage_export_job_id)).flatMap((text) =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[22]!),
    );
  };
  await store.write((tx) =>
    tx.ledger.addRun(createWorkflowRun(org, web, 1), [
      createJobRun(org, web, 1, { name: 'inside', stoppedAt: Date.parse('2026-04-01T00:00:00.000Z') }),
      createJobRun(org, web, 2, {
        name: 'before',
        run: createWorkflowRun(org, web, 1).id,
        stoppedAt: Date.parse('2026-03-31T23:59:59.999Z'),
      }),
      createJobRun(org, web, 3, {
        name: 'after',
        run: createWorkflowRun(org, web, 1).id,
        stoppedAt: Date.parse('2026-05-01T00:00:00.000Z'),
      }),
      createJobRun(org, web, 4, { name: 'approval', type: 'approval', run: createWorkflowRun(org, web, 1).id }),
      createJobRun(org, web, 5, { name: 'unauthorized', startedAt: null, run: createWorkflowRun(org, web, 1).id }),
      createJobRun('other', web, 6, { name: 'foreign', run: createWorkflowRun(org, web, 1).id }),
    ]),
  );
  assert.equal(await names(), ['inside']);
});

report('many runs become several files, each with the header, none lost and none twice', async () => {
  const bench = await startExportService({ partBytes: 4096 });
  const { id: web } = await bench.project('web', bench.org);
  const count = 1201;
  await bench.store.write((tx) =>
    tx.ledger.addRun(
      createWorkflowRun(bench.org, web, 1),
      Array.from({ length: count }, (_, index) =>
        createJobRun(bench.org, web, index + 1, { run: createWorkflowRun(bench.org, web, 1).id }),
      ),
    ),
  );
  const { body } = await bench.start();
  await bench.wait(200);
  const texts = await bench.files(body.usage_export_job_id);
  assert.ok(texts.length > 100, `${texts.length} files`);
  assert.ok(texts.every((text) => text.startsWith(header) && text.endsWith('\r\n') && text.length <= 4096));
  assert.equal(
    texts.flatMap((text) =>
      text
        .slice(header.length)
        .split('\r\n')
        .slice(0, -1)
        .map((line) => Number(line.split(',')[24])),
    ),
    Array.from({ length: count }, (_, index) => index + 1),
  );
  await bench.close();
});

report('an export lets others continue: few rows at a time, and a turn of the loop after each', async ({ bench }) => {
  const { id: web } = await bench.project('web', bench.org);
  await bench.store.write((tx) =>
    tx.ledger.addRun(
      createWorkflowRun(bench.org, web, 1),
      Array.from({ length: 450 }, (_, index) => createJobRun(bench.org, web, index + 1, { run: createWorkflowRun(bench.org, web, 1).id })),
    ),
  );
  let [turns, before] = [0, -1];
  let timer = setImmediate(function turn() {
    turns += 1;
    timer = setImmediate(turn);
  });
  const lots: number[] = [];
  for await (const rows of readUsageRows(bench.store, { ...april, organizations: [bench.org] })) {
    lots.push(rows.length);
    assert.ok(turns > before, `nobody was let in after ${lots.length} lots`);
    before = turns;
  }
  clearImmediate(timer);
  assert.equal(lots, [100, 100, 100, 100, 50]);
});

report('an export that becomes too large fails and says why; nothing of it stays', async () => {
  const bench = await startExportService({ partBytes: 2048, maxParts: 3 });
  const { id: web } = await bench.project('web', bench.org);
  await bench.store.write((tx) =>
    tx.ledger.addRun(
      createWorkflowRun(bench.org, web, 1),
      Array.from({ length: 20 }, (_, index) => createJobRun(bench.org, web, index + 1, { run: createWorkflowRun(bench.org, web, 1).id })),
    ),
  );
  const { body } = await bench.start();
  await bench.wait(200);
  const { state, download_urls, error_reason } = await bench.read(body.usage_export_job_id);
  assert.equal(
    [state, download_urls, error_reason],
    ['failed', null, 'the export has more than 3 files of 2048 bytes; request a shorter period'],
  );
  assert.is(await bench.store.read((view) => view.count({ kind: 'ci-usage-parts' })), 0);
  await bench.close();
});

report('every operating system there is, and quoting as RFC 4180 has it', () => {
  const system = usageColumns.find(([name]) => name === 'operating_system')![1];
  const of = (executor: string, resourceClass: string) => system({ job: createJobRun('o', 'p', 1, { executor, resourceClass }) } as never);
  assert.equal(
    [of('docker', 'large'), of('machine', 'medium'), of('machine', 'windows.medium'), of('macos', 'large')],
    ['linux', 'linux', 'windows', 'macos'],
  );
  assert.is(renderCsvLine(['a', '', 'b c', 'd,e', 'f"g', 'h\r\ni', '=x']), 'a,,b c,"d,e","f""g","h\r\ni",=x\r\n');
});

report.run();
