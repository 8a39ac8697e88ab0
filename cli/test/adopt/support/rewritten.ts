import * as assert from 'uvu/assert';
import { rewriteFolder } from '../../../src/adopt/from-hcl/rewrite-folder.ts';

/** Files that are written in addition to the tested one. */
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

/** The files of a folder after it, and the remarks: `file:line subject: reason`. */
export const rewriteFiles = (files: { readonly [path: string]: string }) => {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { files: changed, remarks } = rewriteFolder(sources);
  const after = { ...files, ...Object.fromEntries(changed.map(({ path, text }) => [path, text])) };
  const second = rewriteFolder(Object.entries(after).map(([path, text]) => ({ path, text })));
  assert.equal(second.files, [], 'the second run changes nothing');
  return { after, remarks: remarks.map(({ file, line, subject, reason }) => `${file}:${line} ${subject}: ${reason}`) };
};
