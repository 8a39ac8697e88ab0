data "slipway_variable_set" "defaults" {
  name = "defaults"
}
