/** Names that declarations of packages use often. */
export const duration = 'google.protobuf.Duration', timestamp = 'google.protobuf.Timestamp', struct = 'google.protobuf.Struct';
export const boolValue = 'google.protobuf.BoolValue', uint32Value = 'google.protobuf.UInt32Value', int32Value = 'google.protobuf.Int32Value', int64Value = 'google.protobuf.Int64Value';
export const texts = 'map<string,string>';
