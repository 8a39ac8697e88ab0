/** gRPC's codes as Go's clients and metrics name them. */
const statusNames = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
] as const;

/** `InvalidArgument` for 3; a number that is none of them as `Code(99)`. */
export const statusNameOf = (code: number): string => statusNames[code] ?? `Code(${code})`;
