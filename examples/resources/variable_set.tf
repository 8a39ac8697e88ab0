resource "slipway_variable_set" "everywhere" {
  name        = "everywhere"
  description = "For every workspace."
  global      = true
}
