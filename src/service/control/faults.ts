import { notFound, unprocessable } from '../problem.ts';
import { operationsOf } from '../operation.ts';
import type { Controls } from './control.ts';
import { faultSent } from './fault-sent.ts';

export const faultControls: Controls = {
  'GET /_local/faults': async ({ faults }) => ({ body: { faults: faults.planted } }),
  /** One or a list of them: all are planted, or none. */
  'POST /_local/faults': async ({ faults, surfaces }, sent) => {
    const body = sent.json();
    const asked = (Array.isArray(body) ? body : [body]).map(faultSent);
    const operations = new Set(surfaces.flatMap(({ routes }) => operationsOf(routes)));
    const unknown = asked.find(({ operation }) => operation !== undefined && !operations.has(operation));
    if (unknown) throw unprocessable(`no service has the operation "${unknown.operation}"; GET /_local/coverage names them all`, '/operation');
    asked.forEach((fault) => faults.plant(fault));
    return { status: 201, body: { faults: faults.planted } };
  },
  'DELETE /_local/faults': async ({ faults }) => { faults.clear(); return {}; },
  'DELETE /_local/faults/{id}': async ({ faults }, { params }) => {
    if (!faults.remove(params['id']!)) throw notFound(`the fault ${params['id']}`);
    return {};
  },
};
