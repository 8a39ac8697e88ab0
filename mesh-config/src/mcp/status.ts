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

/** The name of a status: `InvalidArgument` for 3; `Code(99)` for an unknown number. */
export const statusNameOf = (code: number): string => statusNames[code] ?? `Code(${code})`;
