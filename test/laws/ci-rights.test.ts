// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { callers, organizationRows, projectRows } from '../../generate/ci-rights/cells.ts';
import { fillRequest } from './ci-rights/things.ts';
import { startRightsWorld, tokens } from './ci-rights/world.ts';

const Cells = suite('who may do what in the CI service');

const rows = [...organizationRows, ...projectRows];

for (const [caller] of callers)
  Cells(`${caller}: each request of the table is done, or refused with 403`, async () => {
    const here = await startRightsWorld();
    const wrong: string[] = [];
    for (const { callers: allowed, requests } of rows)
      for (const request of requests) {
        const [row, body] = await fillRequest(here, request);
        const { status, body: answer } = await here.ci(row, body, { token: tokens[caller] });
        const isAsSaid = allowed.includes(caller) ? status >= 200 && status < 300 : status === 403;
        if (!isAsSaid) wrong.push(`${request[0]}: ${status} ${allowed.includes(caller) ? JSON.stringify(answer) : ''}`);
      }
    assert.equal(wrong, []);
    await here.close();
  });

Cells.run();
