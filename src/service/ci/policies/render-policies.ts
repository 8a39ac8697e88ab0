import type { PolicyBundle, PolicyDocument } from './policy-records.ts';

export const renderPolicyDocument = ({ content, createdAt, createdBy, name }: PolicyDocument) => ({
  content,
  created_at: createdAt,
  created_by: createdBy,
  name,
});

/** By name; each name has one document, in a list as the specification has it. */
export const renderPolicyBundle = ({ documents }: PolicyBundle) =>
  Object.fromEntries(documents.map((one) => [one.name, [renderPolicyDocument(one)]]));
