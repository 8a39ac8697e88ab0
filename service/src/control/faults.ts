import { notFound, unprocessable } from '../http/problem.ts';
import { listOperations } from '../http/operation.ts';
import type { ControlEndpoints } from './control.ts';
import { parseFault } from './parse-fault.ts';

/** Each call is compared with every active fault. */
const maxFaults = 1000;

export const faultControls: ControlEndpoints = {
  'GET /_local/faults': async ({ faults }) => ({ body: { faults: faults.injected } }),
  /** One or a list of them: all are planted, or none. */
  'POST /_local/faults': async ({ faults, apis }, request) => {
    const body = request.json();
    const documents: readonly unknown[] = Array.isArray(body) ? body : [body];
    const active = faults.injected.length;
    if (active + documents.length > maxFaults)
      throw unprocessable(
        `expected at most ${maxFaults} faults at the same time, got ${documents.length} beside ${active} active ones`,
        '',
      );
    const parsed = documents.map(parseFault);
    const operations = new Set(apis.flatMap(({ routes }) => listOperations(routes)));
    const unknown = parsed.find(({ operation }) => operation !== undefined && !operations.has(operation));
    if (unknown)
      throw unprocessable(`no service has the operation "${unknown.operation}"; GET /_local/coverage names them all`, '/operation');
    parsed.forEach((fault) => faults.inject(fault));
    return { status: 201, body: { faults: faults.injected } };
  },
  'DELETE /_local/faults': async ({ faults }) => {
    faults.clear();
    return {};
  },
  'DELETE /_local/faults/{id}': async ({ faults }, { params }) => {
    if (!faults.remove(params['id']!)) throw notFound(`the fault ${params['id']}`);
    return {};
  },
};
