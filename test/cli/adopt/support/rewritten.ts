import * as assert from 'uvu/assert';
import { rewriteFolder } from '../../../../src/cli/adopt/from-hcl/rewrite-folder.ts';

/** Beside what is tested: what else would be written. */
const around = 'terraform {\n  required_providers {\n    slipway = {}\n  }\n}\nprovider "slipway" {}\n';

/** The file after it, without what is around, and the remarks: `line subject: reason`. */
const rewrite = (text: string): { readonly text: string; readonly remarks: readonly string[] } => {
  const { files, remarks } = rewriteFolder([
    { path: 'around.tf', text: around },
    { path: 'main.tf', text },
  ]);
  return {
    text: files.find(({ path }) => path === 'main.tf')?.text ?? text,
    remarks: remarks.map(({ line, subject, reason }) => `${line} ${subject}: ${reason}`),
  };
};
/** A file before and after, as literal text, and what is left to do. */
export const rewritesTo = (before: string, after: string, remarks: readonly string[] = []): void => {
  const found = rewrite(before);
  assert.is(found.text, after);
  assert.equal(found.remarks, remarks);
  assert.is(rewrite(after).text, after, 'the second run changes nothing');
};
