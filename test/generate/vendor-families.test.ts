import { existsSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { missingVendorFamilies, vendorOperations } from '../../generate/vendor-families.ts';
import { withoutParameterNames } from '../../service/src/http/operation.ts';
import { routes } from '../../service/src/workspaces/index.ts';
import { skipWithReason } from '../support/skip.ts';
import { vendorDocumentPath } from '../../service/test/vendor-document.ts';

const test = suite("coverage of the vendor's document");
const path = vendorDocumentPath('workspaces');
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

(existsSync(path) ? test : skipWithReason(test, "the vendor's document is not beside the checkout"))(
  'what is served, and what is left out, is what the page says',
  () => {
    const served = new Set(routes.map(({ endpoint }) => withoutParameterNames(endpoint)));
    const missing = new Map<string, number>();
    let total = 0;
    const { paths } = JSON.parse(readFileSync(path, 'utf8'));
    for (const [row, item] of Object.entries<any>(paths))
      for (const [method, operation] of Object.entries<any>(item)) {
        if (!methods.has(method)) continue;
        total += 1;
        const tag: string = operation.tags?.[0] ?? '-';
        if (!served.has(withoutParameterNames(`${method.toUpperCase()} ${row}`))) missing.set(tag, (missing.get(tag) ?? 0) + 1);
      }
    const left = [...missing.values()].reduce((sum, count) => sum + count, 0);
    assert.equal({ total, served: total - left }, { total: vendorOperations.total, served: vendorOperations.served });
    assert.equal(Object.fromEntries(missing), Object.fromEntries(missingVendorFamilies.map(([tag, count]) => [tag, count])));
  },
);

test.run();
