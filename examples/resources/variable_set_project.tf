resource "slipway_variable_set" "defaults" {
  name = "defaults"
}

resource "slipway_project" "payments" {
  name = "payments"
}

resource "slipway_variable_set_project" "defaults_of_payments" {
  variable_set_id = slipway_variable_set.defaults.id
  project_id      = slipway_project.payments.id
}
