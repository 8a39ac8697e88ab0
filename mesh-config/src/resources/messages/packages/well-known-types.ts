/** Names that declarations of packages use often. */
export const durationType = 'google.protobuf.Duration',
  timestampType = 'google.protobuf.Timestamp',
  structType = 'google.protobuf.Struct';
export const boolValueType = 'google.protobuf.BoolValue',
  uint32ValueType = 'google.protobuf.UInt32Value',
  int32ValueType = 'google.protobuf.Int32Value',
  int64ValueType = 'google.protobuf.Int64Value';
export const stringMapType = 'map<string,string>';
