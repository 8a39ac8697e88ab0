resource "slipway_ci_runner_resource_class" "racks" {
  resource_class = "acme/racks"
}

resource "slipway_ci_runner_token" "first" {
  resource_class = slipway_ci_runner_resource_class.racks.resource_class
  nickname       = "rack 1"
}
