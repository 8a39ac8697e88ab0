import type { Resource } from '../resources/resource.ts';

/** `analyze-suppress` below `mesh-config`, or below any prefix of the public project. */
const suppressionPattern = /^(?:mesh-config|(?:[a-z0-9-]+\.)*istio\.io)\/analyze-suppress$/;
export const isSuppressionAnnotation = (annotation: string): boolean => suppressionPattern.test(annotation);

/** Which codes an annotation of a resource silences for it: `IST0101, IST0104`, or `*` for all. */
export const createSuppressionFilter = ({ annotations }: Pick<Resource, 'annotations'>): ((code: string) => boolean) => {
  const codes = Object.entries(annotations).flatMap(([name, value]) =>
    isSuppressionAnnotation(name) ? value.split(',').map((one) => one.trim()) : [],
  );
  return (code) => codes.includes('*') || codes.includes(code);
};
