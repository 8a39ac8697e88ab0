import type { PolicyBundle, PolicyDocument } from './policy-records.ts';

export const renderPolicyDocument = ({ content, createdAt, createdBy, name }: PolicyDocument) => ({
  content,
  created_at: createdAt,
  created_by: createdBy,
  name,
});

/** Documents by name, each in a list of one, as the specification has it. */
export const renderPolicyBundle = ({ documents }: PolicyBundle) =>
  Object.fromEntries(documents.map((one) => [one.name, [renderPolicyDocument(one)]]));
