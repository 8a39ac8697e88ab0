data "slipway_variable_set" "defaults" {
  name = "defaults"
}

data "slipway_variable_set_variables" "of_defaults" {
  variable_set_id = data.slipway_variable_set.defaults.id
}
